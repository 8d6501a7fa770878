// The page itself: its clock, its buttons, keys and fingers.

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];
const FRAME = 0.01; // s that one step is
const MOST_ZOOM = 24;

const canvas = byId("canvas");
const errors = [];
const page = { time: 0, playing: false, speed: 1, mode: "light", chosen: new Set(), hovered: null, pinned: null, drawn: false };

window.addEventListener("error", (event) => errors.push(String(event.message)));
window.addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
document.addEventListener("securitypolicyviolation", (event) => errors.push(`policy: ${event.violatedDirective}`));

function draw() {
  page.drawn = false;
  const theme = run.themes[page.mode], dark = page.mode === "dark", state = stateAt(page.time);
  const [ctx, width, height] = prepared(canvas);
  [view.width, view.height] = [width, height];
  fit();
  canvas.classList.toggle("near", view.zoom > 1);
  drawState(ctx, state, page.chosen, theme, page.mode);
  drawOverview(page.time, theme, dark);
  drawStrip(state, theme, dark);
  byId("scrub").value = page.time;
  const shot = state.shot;
  const clock = `${state.local.toFixed(2)} of ${(shot ? shot.duration : 0).toFixed(2)} s`;
  byId("clock").textContent = clock;
  byId("scrub").setAttribute("aria-valuetext", shot ? `shot ${shot.number}, ${clock}` : "nothing");
  showScore(page.time);
  if (showShot(state, dark, seek, showRuling) && shot) canvas.setAttribute("aria-label", `The board. ${shot.words}. ${shot.came}`);
  const now = showNow(state);
  if (byId("now").textContent !== now) byId("now").textContent = now;
  if (byId("numbers").open) fillTable(state, choose);
  const piece = state.pieces.find((p) => p.id === (page.hovered ?? page.pinned));
  placeTip(piece && piece.status !== "hand" ? piece : null);
}

// At most one drawing a frame, whatever happened in it.
function redraw() {
  if (page.drawn) return;
  page.drawn = true;
  requestAnimationFrame(draw);
}

function placeTip(piece) {
  const tip = byId("tip");
  tip.hidden = !piece;
  if (!piece) return;
  fillTip(piece);
  const [x, y] = toScreen(piece.x, piece.y), r = Math.max(...piece.axes) * view.scale + 10;
  const left = x + r + tip.offsetWidth < view.width ? x + r : x - r - tip.offsetWidth;
  const top = Math.min(Math.max(y - tip.offsetHeight / 2, 4), view.height - tip.offsetHeight - 4);
  tip.style.transform = `translate(${Math.max(left, 4).toFixed(0)}px, ${Math.max(top, 4).toFixed(0)}px)`;
}

let stamp = null;

function tick(now) {
  if (!page.playing) return;
  if (stamp !== null) page.time += Math.min((now - stamp) / 1000, 0.1) * page.speed;
  stamp = now;
  if (page.time >= run.duration) {
    page.time = run.duration;
    pause();
  }
  draw();
  if (page.playing) requestAnimationFrame(tick);
}

function showPlaying() {
  byId("playsign").setAttribute("d", page.playing ? "M-6-7H-2V7H-6ZM2-7H6V7H2Z" : "M-5-8L9 0L-5 8Z");
  byId("play").setAttribute("aria-label", page.playing ? "Pause" : "Play");
  byId("play").title = page.playing ? "Pause (space)" : "Play (space)";
  if (page.playing) byId("begin").hidden = true;
}

function play() {
  if (page.playing || !shots.length) return;
  if (page.time >= run.duration - 1e-9) page.time = 0;
  page.playing = true;
  page.chosen.clear();
  stamp = null;
  showPlaying();
  requestAnimationFrame(tick);
}

function pause() {
  page.playing = false;
  showPlaying();
}

function seek(time) {
  const wanted = Number(time);
  page.time = Math.min(Math.max(Number.isFinite(wanted) ? wanted : 0, 0), run.duration);
  page.chosen.clear();
  if (page.time > 0) byId("begin").hidden = true;
  redraw();
}

const toggle = () => (page.playing ? pause() : play());
const step = (by) => (pause(), seek(page.time + by));
const toShot = (by) => {
  const here = shotAt(page.time);
  if (!here) return;
  // back to the beginning of this one first, unless one is there already
  const index = by < 0 && page.time > here.start + 0.3 ? here.index : here.index + by;
  seek(index >= shots.length ? run.duration : shots[Math.max(index, 0)].start);
};
const toEvent = (by) => {
  pause();
  const later = instants.filter((t) => (by > 0 ? t > page.time + 1e-6 : t < page.time - 1e-6));
  if (later.length) seek(by > 0 ? later[0] : later[later.length - 1]);
};

function choose(id) {
  page.pinned = page.pinned === id ? null : id;
  redraw();
}

// A ruling is shown on the table that it was given about, its pieces ringed.
function showRuling(ruling) {
  const round = run.rounds[ruling.round], last = shots[lastOf(round)];
  pause();
  if (last && last.round === ruling.round && ruling.pieces.length) seek(last.end);
  page.chosen = new Set(ruling.pieces);
}

function setSpeed(by) {
  const index = Math.min(Math.max(SPEEDS.indexOf(page.speed) + by, 0), SPEEDS.length - 1);
  page.speed = SPEEDS[index];
  byId("speed").value = String(page.speed);
}

function zoomAt(factor, px = view.width / 2, py = view.height / 2) {
  const [x, y] = toBoard(px, py);
  view.zoom = Math.min(Math.max(view.zoom * factor, 1), MOST_ZOOM);
  view.scale = view.base * view.zoom;
  view.x = x - (px - view.width / 2) / view.scale;
  view.y = y + (py - view.height / 2) / view.scale;
  redraw();
}
const whole = () => ((view.zoom = 1), redraw());

function setMode(mode, kept) {
  page.mode = mode;
  document.documentElement.dataset.theme = mode;
  byId("theme").setAttribute("aria-pressed", String(mode === "dark"));
  if (kept) page.keptMode = true;
  shownShot = -1;
  fillLegend(mode === "dark");
  redraw();
}

const fingers = new Map();
let travelled = 0;

function place(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  if (!fingers.size) travelled = 0;
  fingers.set(event.pointerId, place(event));
  canvas.classList.add("held");
});
canvas.addEventListener("pointermove", (event) => {
  const at = place(event), from = fingers.get(event.pointerId);
  if (from) {
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
    travelled += Math.hypot(at[0] - from[0], at[1] - from[1]);
    if (others.length) {
      const other = others[0], gap = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
      zoomAt(gap(at) / Math.max(gap(from), 1), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
    } else if (view.zoom > 1 && travelled > 4) {
      view.x -= (at[0] - from[0]) / view.scale;
      view.y += (at[1] - from[1]) / view.scale;
    }
    fingers.set(event.pointerId, at);
    redraw();
  } else if (event.pointerType === "mouse") {
    const piece = pieceAt(stateAt(page.time), ...at, 3);
    canvas.classList.toggle("over", Boolean(piece));
    if ((piece?.id ?? null) !== page.hovered) {
      page.hovered = piece?.id ?? null;
      redraw();
    }
  }
});
function lifted(event) {
  fingers.delete(event.pointerId);
  if (!fingers.size) canvas.classList.remove("held");
}
canvas.addEventListener("pointerup", (event) => {
  if (fingers.has(event.pointerId) && travelled < 6) {
    const piece = pieceAt(stateAt(page.time), ...place(event), event.pointerType === "mouse" ? 3 : 14);
    page.pinned = piece && piece.id !== page.pinned ? piece.id : null;
    redraw();
  }
  lifted(event);
});
canvas.addEventListener("pointercancel", lifted);
canvas.addEventListener("pointerleave", () => {
  page.hovered = null;
  redraw();
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomAt(Math.exp(-Math.min(Math.max(event.deltaY, -200), 200) / 400), ...place(event));
}, { passive: false });
canvas.addEventListener("dblclick", (event) => zoomAt(2, ...place(event)));

function dragged(id, timeOf) {
  const line = byId(id);
  line.addEventListener("pointerdown", (event) => {
    line.setPointerCapture(event.pointerId);
    seek(timeOf(event));
  });
  line.addEventListener("pointermove", (event) => {
    if (event.buttons) seek(timeOf(event));
  });
}
dragged("overview", overviewTime);
let stripShot = null; // a drag on a shot's line stays in that shot
byId("strip").addEventListener("pointerdown", () => (stripShot = shotAt(page.time)), { capture: true });
dragged("strip", (event) => (stripShot ? stripTime(event, stripShot) : page.time));

const ACTS = {
  play: toggle, begin: play, prevshot: () => toShot(-1), nextshot: () => toShot(1), prevevent: () => toEvent(-1),
  nextevent: () => toEvent(1), back: () => step(-FRAME), on: () => step(FRAME), closer: () => zoomAt(1.5),
  farther: () => zoomAt(1 / 1.5), whole, theme: () => setMode(page.mode === "dark" ? "light" : "dark", true),
  help: () => byId("keys").showModal(),
};
for (const [id, act] of Object.entries(ACTS)) byId(id).addEventListener("click", act);

const KEYS = {
  " ": toggle, k: toggle, ArrowLeft: () => step(-FRAME), ArrowRight: () => step(FRAME), ArrowUp: () => toShot(-1),
  ArrowDown: () => toShot(1), Home: () => seek(0), End: () => seek(run.duration), "+": ACTS.closer, "=": ACTS.closer,
  "-": ACTS.farther, 0: whole, "[": () => setSpeed(-1), "]": () => setSpeed(1), "?": ACTS.help,
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const on = event.target, tag = on.tagName;
  if (tag === "SELECT") return;
  // space and the arrows mean what they always do on a button in a list, and in a list that scrolls
  if (event.key === " " && (tag === "BUTTON" || tag === "SUMMARY")) return;
  const act = event.shiftKey && event.key.startsWith("Arrow") ? { ArrowLeft: () => toEvent(-1), ArrowRight: () => toEvent(1) }[event.key] : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

byId("scrub").max = run.duration;
byId("scrub").addEventListener("input", (event) => seek(event.target.value));
for (const speed of SPEEDS) {
  const option = element("option", `${speed}×`);
  option.value = String(speed);
  byId("speed").append(option);
}
byId("speed").value = "1";
byId("speed").addEventListener("change", (event) => (page.speed = Number(event.target.value)));
byId("numbers").addEventListener("toggle", redraw);
new ResizeObserver(redraw).observe(byId("board"));
new ResizeObserver(redraw).observe(byId("controls"));

const scheme = window.matchMedia("(prefers-color-scheme: dark)");
scheme.addEventListener("change", () => page.keptMode || setMode(scheme.matches ? "dark" : "light"));

window.magpuck = Object.freeze({
  play, pause, seek,
  get time() { return page.time; },
  get duration() { return run.duration; },
  get playing() { return page.playing; },
  get errors() { return [...errors]; },
  // where everything is at a time, for tests
  at: (time) => {
    const state = stateAt(time);
    return { shot: state.shot?.index ?? null, local: state.local, pieces: state.pieces.map(({ id, x, y, angle, speed, face, status }) => ({ id, x, y, angle, speed, face, status })) };
  },
});

fillHead();
fillShots(seek);
fillRulings(showRuling);
byId("begin").hidden = !shots.length;
setMode(scheme.matches ? "dark" : "light");
