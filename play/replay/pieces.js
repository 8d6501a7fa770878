// What moves: pieces, their trails, contacts, bonds, and the points they bring.

const CROSS = { up: "dot", down: "cross", edge: "bar" };
const TRAIL = 90; // segments of a trail at most
const FLASH = 0.3; // s that a fresh contact is drawn larger

function drawTrails(ctx, state, theme) {
  const { shot, local } = state;
  for (const piece of state.pieces) {
    if (!piece.moves || piece.status === "hand") continue;
    const full = mixed(piece.kind.fill, theme.ink, 0.35), track = shot.tracks[piece.k];
    ctx.lineWidth = Math.min(Math.max(5 * view.scale, 2), 5) * (piece.id === shot.played ? 1 : 0.7);
    ctx.lineCap = "round";
    let from = toScreen(track[1][0], track[2][0]);
    for (let n = 1; n <= TRAIL; n++) {
      const at = trackAt(track, (local * n) / TRAIL), to = toScreen(at.x, at.y);
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 1 && n < TRAIL) continue;
      ctx.strokeStyle = mixed(full, theme.mat, 0.65 * (1 - n / TRAIL));
      ctx.beginPath();
      ctx.moveTo(...from);
      ctx.lineTo(...to);
      ctx.stroke();
      from = to;
    }
    const start = { ...piece, x: track[1][0], y: track[2][0], angle: track[3][0] };
    outlineOf(ctx, start);
    ctx.strokeStyle = full;
    ctx.lineWidth = 1.4;
    ctx.stroke();
  }
}

function drawPiece(ctx, piece, theme) {
  const low = Math.min(...piece.axes) * view.scale, kind = piece.kind;
  outlineOf(ctx, piece);
  if (piece.status === "removed") {
    ctx.setLineDash([2, 3]);
    ctx.strokeStyle = theme.faint;
    ctx.lineWidth = 1.2;
    ctx.stroke();
    ctx.setLineDash([]);
    return;
  }
  const dead = piece.status === "dead";
  const fill = dead ? mixed(kind.fill, theme.dead_tint, 0.72) : kind.fill;
  ctx.fillStyle = fill;
  ctx.fill();
  const [x, y] = toScreen(piece.x, piece.y), reach = Math.max(...piece.axes) * view.scale;
  if (dead) hatch(ctx, [x - reach, y - reach, x + reach, y + reach], Math.max(4, low / 3), mixed(fill, theme.ink, 0.3), 1);
  outlineOf(ctx, piece);
  ctx.strokeStyle = dead ? theme.faint : theme.rim;
  ctx.lineWidth = Math.min(Math.max(0.09 * low, 1), 2);
  ctx.stroke();
  inscribe(ctx, piece, fill, low, x, y, theme);
}

function inscribe(ctx, piece, fill, low, x, y, theme) {
  const dead = piece.status === "dead", ink = dead ? theme.ink : piece.kind.ink;
  const flat = piece.face === "edge" ? null : piece.kind.arrows[piece.face];
  if (flat !== null) {
    arrow(ctx, x, y, flat + (piece.angle * Math.PI) / 180, 0.8 * low, ink);
    return;
  }
  const label = piece.kind.label, signed = piece.kind.magnetic && low >= SMALL;
  const room = (2.3 * low) / Math.max(label.length, 1);
  let px = Math.min(signed ? 1.05 * low : 1.3 * low, room);
  if (low < SMALL) px = Math.max(px, Math.min(9, room));
  if (px < 3) return;
  words(ctx, label, x, signed ? y - 0.24 * low : y, px, ink, dead ? fill : null);
  if (!signed) return;
  const sign = CROSS[piece.face], r = Math.min(0.19 * low, 6), cy = y + 0.52 * low;
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = 0.55 * r;
  ctx.lineCap = "butt";
  ctx.beginPath();
  if (sign === "dot") {
    ctx.arc(x, cy, r, 0, 7);
    ctx.fill();
    return;
  }
  const lines = sign === "cross" ? [[-r, -r, r, r], [-r, r, r, -r]] : [[0, -r, 0, r]];
  for (const [a, b, c, d] of lines) {
    ctx.moveTo(x + a, cy + b);
    ctx.lineTo(x + c, cy + d);
  }
  ctx.stroke();
}

// A clasp where two pieces stick, as long as they stay as near as they lay when they did.
function drawBonds(ctx, state, theme) {
  const byId = new Map(state.pieces.map((p) => [p.id, p]));
  const seen = new Set();
  for (const [a, b, far, share] of [...state.shot.bonds[0], ...state.shot.bonds[1]]) {
    const one = byId.get(a), other = byId.get(b), key = JSON.stringify([a, b]);
    if (!one || !other || seen.has(key)) continue;
    if (Math.hypot(one.x - other.x, one.y - other.y) > far + 0.8) continue;
    seen.add(key);
    const half = 0.26 * Math.min(...one.axes, ...other.axes) * view.scale;
    const [x, y] = toScreen(one.x + share * (other.x - one.x), one.y + share * (other.y - one.y));
    const turn = Math.atan2(one.y - other.y, other.x - one.x), dx = half * Math.cos(turn), dy = half * Math.sin(turn);
    const width = Math.max(0.9 * half, 2);
    ctx.lineCap = "round";
    for (const [colour, wide] of [["#ffffff", 1.6 * width], ["#26292e", width]]) {
      ctx.beginPath();
      ctx.moveTo(x - dx, y - dy);
      ctx.lineTo(x + dx, y + dy);
      ctx.strokeStyle = colour;
      ctx.lineWidth = wide;
      ctx.stroke();
    }
  }
}

function drawContacts(ctx, state, theme) {
  for (const event of state.shot.events) {
    if (event.kind !== "contact" || !event.at || event.t > state.local + 1e-9) continue;
    const age = state.local - event.t;
    const size = Math.min(Math.max(9 * view.scale, 6), 15) * (state.over ? 1 : 1 + 0.7 * Math.max(0, 1 - age / FLASH));
    const [x, y] = toScreen(...event.at);
    ctx.globalAlpha = age > FLASH || state.over ? 0.75 : 1;
    ctx.beginPath();
    ctx.arc(x, y, 0.62 * size, 0, 7);
    ctx.fillStyle = theme.paper;
    ctx.fill();
    drawSign(ctx, "contact", x, y, 0.85 * size, theme.contact);
    ctx.globalAlpha = 1;
  }
}

// After a round's last shot: what its pieces bring, beside them.
function drawGains(ctx, state, theme) {
  const round = state.shot && run.rounds[state.shot.round];
  if (!round || !state.over || lastOf(round) !== state.shot.index) return;
  const taken = state.pieces.filter((p) => p.status === "live" || p.status === "dead").map((p) => {
    const [x, y] = toScreen(p.x, p.y), r = Math.max(...p.axes) * view.scale;
    return [x - r, y - r, x + r, y + r];
  });
  const size = Math.min(Math.max(15 * view.scale, 10.5), 17);
  for (const ruling of run.rulings) {
    if (ruling.round !== state.shot.round || !ruling.points) continue;
    const about = state.pieces.filter((p) => ruling.pieces.includes(p.id) && p.status !== "removed" && p.status !== "hand");
    if (!about.length) continue;
    const boxes = about.map((p) => [...toScreen(p.x, p.y), Math.max(...p.axes) * view.scale]);
    const x = boxes.reduce((s, b) => s + b[0], 0) / boxes.length, y = boxes.reduce((s, b) => s + b[1], 0) / boxes.length;
    const text = `${ruling.points > 0 ? "+" : "−"}${Math.abs(ruling.points)}`;
    ctx.font = `bold ${size}px ${FONT}`;
    const w = ctx.measureText(text).width / 2 + 0.45 * size, h = size * 0.72;
    const top = Math.min(...boxes.map((b) => b[1] - b[2])), low = Math.max(...boxes.map((b) => b[1] + b[2]));
    const left = Math.min(...boxes.map((b) => b[0] - b[2])), right = Math.max(...boxes.map((b) => b[0] + b[2]));
    const places = [[x, top - h - 3], [x, low + h + 3], [right + w + 3, y], [left - w - 3, y], [right + w, top - h], [left - w, top - h]];
    const clear = ([px, py]) =>
      px - w > 2 && px + w < view.width - 2 && py - h > 2 && py + h < view.height - 2 &&
      taken.every(([a, b, c, d]) => px + w < a || px - w > c || py + h < b || py - h > d);
    const [px, py] = places.find(clear) || places[0];
    taken.push([px - w, py - h, px + w, py + h]);
    const fill = fillOf(ruling.player);
    ctx.beginPath();
    ctx.roundRect(px - w, py - h, 2 * w, 2 * h, h);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.strokeStyle = theme.rim;
    ctx.lineWidth = 1.5;
    ctx.stroke();
    words(ctx, text, px, py, size, inkOn(fill));
  }
}

function drawChosen(ctx, state, chosen, theme) {
  for (const piece of state.pieces) {
    if (!chosen.has(piece.id) || piece.status === "hand") continue;
    outlineOf(ctx, { ...piece, axes: piece.axes.map((a) => a + 4 / view.scale) });
    for (const [colour, wide] of [[theme.paper, 5], [theme.contact, 3]]) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = wide;
      ctx.stroke();
    }
  }
}

function drawState(ctx, state, chosen, theme, mode) {
  drawTable(ctx, theme, mode);
  const { shot } = state;
  if (shot) {
    if (shot.yoke) {
      for (const wall of shot.yoke.walls) drawWall(ctx, wall, theme);
      for (const magnet of shot.yoke.magnets) drawMagnet(ctx, magnet, theme);
    }
    const cord = cordAt(shot, state.local);
    if (cord && shot.cordWays.length > 1) drawCord(ctx, shot.cordWays[0][1], theme, true);
    if (cord) drawCord(ctx, cord, theme, false);
    drawTrails(ctx, state, theme);
    if (shot.hand) drawHand(ctx, state, theme);
    const lying = state.pieces.filter((p) => p.status !== "hand" && !(p.was === "removed" && p.status === "removed"));
    for (const piece of lying) drawPiece(ctx, piece, theme);
    drawBonds(ctx, state, theme);
  }
  ctx.globalAlpha = 0.35;
  for (const rail of board.rails) {
    shape(ctx, rail);
    ctx.fillStyle = theme.edge;
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  if (shot) {
    drawContacts(ctx, state, theme);
    drawChosen(ctx, state, chosen, theme);
    drawGains(ctx, state, theme);
  }
  drawMeasure(ctx, theme);
}

// The way of a hand that carries a piece above the table, at an even pace, and where it is now.
function drawHand(ctx, state, theme) {
  const way = state.shot.hand;
  ctx.beginPath();
  way.forEach(([x, y], k) => (k ? ctx.lineTo(...toScreen(x, y)) : ctx.moveTo(...toScreen(x, y))));
  ctx.setLineDash([6, 5]);
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.6;
  ctx.stroke();
  ctx.setLineDash([]);
  const legs = way.slice(1).map(([x, y], k) => Math.hypot(x - way[k][0], y - way[k][1]));
  let rest = legs.reduce((sum, leg) => sum + leg, 0) * (state.local / Math.max(state.shot.duration, 1e-6)), leg = 0;
  while (leg < legs.length - 1 && rest > legs[leg]) rest -= legs[leg++];
  const from = way[leg], to = way[leg + 1] || from, share = Math.min(rest / Math.max(legs[leg] || 0, 1e-9), 1);
  const [x, y] = toScreen(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
  ctx.beginPath();
  ctx.arc(x, y, 9, 0, 7);
  ctx.lineWidth = 2.5;
  ctx.stroke();
}

function pieceAt(state, px, py, slack) {
  let best = null, near = Infinity;
  for (const piece of state.pieces) {
    if (piece.status === "hand" || (piece.status === "removed" && piece.was === "removed")) continue;
    const [x, y] = toScreen(piece.x, piece.y);
    const far = Math.hypot(x - px, y - py) - Math.max(...piece.axes) * view.scale;
    if (far < slack && far < near) [best, near] = [piece, far];
  }
  return best;
}
