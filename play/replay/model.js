// The run as data, and the state of the table at any time of the page's clock.

const run = JSON.parse(document.getElementById("run").textContent);
const LEAST_MOTION = 1; // mm; a piece that moved less counts as having lain still

const shots = run.shots.map((shot, k) => ({ ...shot, index: k, end: shot.start + shot.duration }));
const lastOf = (round) => round.shots[1] - 1;

function unpacked(shot) {
  if (!shot.tracks) {
    shot.tracks = unpack(shot.track, shot.ids.length);
    shot.moved = shot.tracks.map((track) => {
      const [, x, y] = track;
      return x.some((v, k) => Math.hypot(v - x[0], y[k] - y[0]) > LEAST_MOTION);
    });
    shot.cordWays = shot.cords.map(([time, text]) => [time, unpackPoints(text)]);
  }
  return shot;
}

function shotAt(time) {
  let k = 0;
  while (k + 1 < shots.length && shots[k + 1].start <= time + 1e-9) k++;
  return shots.length ? unpacked(shots[k]) : null;
}

// When the shot showed the last face or status of a piece; Infinity: only at its end.
function changeTime(shot, id, kinds) {
  const times = shot.events.filter((e) => kinds.includes(e.kind) && e.pieces.includes(id)).map((e) => e.t);
  return times.length ? Math.max(...times) : Infinity;
}

function stateAt(time) {
  const shot = shotAt(time);
  if (!shot) return { shot: null, local: 0, over: true, pieces: [] };
  const local = Math.min(Math.max(time - shot.start, 0), shot.duration);
  const over = time - shot.start >= shot.duration - 1e-9;
  const pieces = shot.ids.map((id, k) => {
    const [face0, face1] = shot.faces[k], [status0, status1] = shot.statuses[k];
    const [x, y, angle] = shot.ends[k];
    const place = over ? { x, y, angle, vx: 0, vy: 0, spin: 0 } : trackAt(shot.tracks[k], local);
    const turned = over || (face0 !== face1 && local >= changeTime(shot, id, ["flipped", "tipped"]));
    const gone = over || (status0 !== status1 && local >= changeTime(shot, id, ["left_board"]));
    const kind = run.pieces[shot.pieces[k]], face = turned ? face1 : face0;
    return {
      ...place, id, kind, k, face,
      status: gone ? status1 : status0, was: status0,
      axes: face === "edge" ? kind.edge : kind.axes,
      speed: Math.hypot(place.vx, place.vy),
      moves: shot.moved[k],
    };
  });
  return { shot, local, over, pieces };
}

function cordAt(shot, local) {
  const ways = shot.cordWays;
  if (!ways.length) return null;
  let k = 0;
  while (k + 1 < ways.length && ways[k + 1][0] <= local + 1e-9) k++;
  if (k + 1 >= ways.length) return ways[k][1];
  const [[t0, a], [t1, b]] = [ways[k], ways[k + 1]];
  if (a.length !== b.length) return a;
  const u = (local - t0) / Math.max(t1 - t0, 1e-9);
  return a.map(([x, y], i) => [x + (b[i][0] - x) * u, y + (b[i][1] - y) * u]);
}

// Instants that the keys jump to: the beginnings of shots, and events.
const instants = [...new Set(shots.flatMap((s) => [s.start, ...s.events.map((e) => s.start + Math.min(e.t, s.duration))]))];
instants.push(run.duration);
instants.sort((a, b) => a - b);

// What every side has at a time: a round's points count when it is over. Null where that is not known.
function scoreAt(time) {
  const last = shots[shots.length - 1];
  if (!last || time >= last.end - 1e-9) return Object.fromEntries(run.sides.map((side) => [side.name, side.total]));
  if (!run.adds) return null;
  let have = Object.fromEntries(run.sides.map((side) => [side.name, 0]));
  for (const round of run.rounds) {
    const last = shots[lastOf(round)];
    if (round.shots[1] > round.shots[0] && last.end > time + 1e-9) break;
    have = { ...have, ...round.totals };
  }
  return have;
}

function mixed(colour, other, share) {
  const part = (c, k) => parseInt(c.slice(k, k + 2), 16);
  const hex = [1, 3, 5].map((k) => Math.round(part(colour, k) + share * (part(other, k) - part(colour, k))));
  return "#" + hex.map((v) => v.toString(16).padStart(2, "0")).join("");
}

const fillOf = (name) => {
  const side = run.sides.find((s) => s.name === name) || run.pieces.find((p) => p.owner === name);
  return side ? side.fill : "#9aa1ab";
};
const inkOn = (colour) => {
  const [r, g, b] = [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16));
  return 0.3 * r + 0.59 * g + 0.11 * b < 130 ? "#ffffff" : "#26292e";
};
