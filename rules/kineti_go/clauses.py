"""Kineti-Go's clauses and options in our own words."""

from __future__ import annotations

from rules.ruleset import Option

CLAUSES = {
    "G1": "Two play, one gold and one black, with three magnetic pucks each.",
    "G2": "A turn is one launch of one puck from the yoke, whose mouth stands in the shooting area; no puck is flicked"
    " by hand.",
    "G3": "The players take turns, one launch a turn; who begins the first round is agreed, or else a coin is tossed.",
    "G4": "Nothing is counted before all six pucks of the round are launched.",
    "G5": "After a round all pucks go back to their owners, and as long as nobody has won, the player of the last"
    " launch begins the next round.",
    "G6": "A zone gives the number that is printed on it.",
    "G7": "A puck on a line belongs to the zone that holds more of its area than any other and than what lies outside"
    " all zones; where the two largest parts are equal, it belongs to none (option `half_and_half`: to the lower of"
    " two zones).",
    "G8": "A zone is scored by one player only, the one with more pucks in it.",
    "G9": "More pucks in a zone decide whose it is, but do not multiply what it gives.",
    "G10": "Zones with the same number are zones of their own: who holds both is given both.",
    "G11": "A zone in which both have equally many pucks, or none, gives nothing to anybody.",
    "G12": "With three pucks nobody can get more than 8 in a round: two 3s and a 2.",
    "G13": "A puck whose centre passes the edge of the playfield is out until the round ends.",
    "G14": "A puck that lies upside down or stands on its edge is taken off.",
    "G15": "A puck that sticks to one of the board's magnets is taken off.",
    "G16": "Pucks that stick to each other are all taken off, whoever owns them.",
    "G17": "All pucks on the board are judged by G13 to G16 whenever it has come to rest, earlier ones too: what has to"
    " go goes all at once, and the table settles again before play goes on.",
    "G18": "Whoever comes to exactly 20 points wins.",
    "G19": "A round that would lift a player above 20 gives that player nothing.",
    "G20": "Any other round is added to the player's points.",
    "G21": "If both come to exactly 20 in the same round, the match is a draw (option `both_twenty`: they play on until"
    " a round gives one of them more than the other).",
    "G22": "A puck that stops in the lane is worth nothing and stays in the way.",
}
"""Every clause by id."""

READINGS = {
    "G3": "the player who begins is named in the script, or drawn by the seed",
    "G7": "parts are areas, equal to 1e-9 of the puck's; what lies outside all zones counts as one part, and where it"
    " is the largest or ties with the largest, the puck belongs to no zone",
    "G13": "a puck may hang over the edge as long as its centre doesn't pass it; one that passed it is out even if it"
    " came back",
    "G16": "of three or more in a chain all go; judged at rest, so that a touch in passing is nothing",
    "G17": "all is judged on one layout, so that a puck which has to go takes along those that stick to it; a puck to"
    " which more than one clause applies is ruled on by each",
    "G22": "it stays until the round ends, unless a later puck moves it or it has to be taken off",
}
"""What was settled where the rulebook is silent and no option says otherwise, by clause."""

OPTIONS = (
    Option("both_twenty", ("draw", "play_on"), "G21", "what it means that both come to 20 in one round"),
    Option("half_and_half", ("none", "lower"), "G7", "which zone a puck belongs to whose two largest parts are equal"),
)
"""Kineti-Go's options."""
