"""Lengths, times and speeds that the step loop works to."""

DT_MAX = 4e-3  # s; nothing near
DT_CONTACT = 2.5e-4  # s; with pieces held in contact (measured: see the physics notes)
DT_CALM = 1e-3  # s; with all held pieces slow
HELD_SPEED = 0.02  # m/s; what touches and closes faster is an impact, however strong the pull: it would press in
DT_STOP = 2e-4  # s; the instant of rest is known to this
DT_TIPPING = 2e-4  # s; with a piece on its way over an edge
HAND_WAY = 2e-4  # m; of the hand, or of a puck near the yoke's mouth, in a substep
LEAN = 0.35  # rad; what stops a piece before this angle keeps it lying
STANDING_STILL = 1e-4  # of Mg·R; motion of a tipping piece that ends there
LEAN_SLACK = 1e-2  # of Mg·R; torque about its edge under which a leaning piece is balanced
SWING = 0.2  # s; in which the air and the rim take 1/e of a tipping piece's rate: nothing else would end a swing
LAND = 2e-8  # m; a substep ends this far before the gap closes
TOUCH = 2e-6  # m; at most this gap is touching
LAND_ELLIPSE = 1.2e-5  # m; ellipses meet as polygons that reach this far out
TOUCH_ELLIPSE = 3e-5  # m
ARMED = 1e-4  # m; a touch after more than this gap is a new contact
STICKING = 5e-4  # m; bonds hold up to this gap
RUNAWAY = 1e9  # m, m/s, rad, rad/s; a motion beyond this is none
SLOP = 1e-5  # m; overlap that the engine leaves alone
SLOW = 2e-6  # m/s; a held piece below it may be at rest
SLOW_ELLIPSE = 1e-4  # m/s; the corners of its polygon keep a resting ellipse trembling by some nanometres
CALM = 6  # substeps in a row below it
