// Two lines of time: the whole run with its shots, and the present shot with its events.

const INSET = 8; // px; half the thumb of the slider beneath
const byId = (id) => document.getElementById(id);

function prepared(canvas) {
  const box = canvas.getBoundingClientRect(), dots = window.devicePixelRatio || 1;
  const w = Math.max(1, Math.round(box.width * dots)), h = Math.max(1, Math.round(box.height * dots));
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const ctx = canvas.getContext("2d");
  ctx.setTransform(dots, 0, 0, dots, 0, 0);
  ctx.clearRect(0, 0, box.width, box.height);
  return [ctx, box.width, box.height];
}

const span = () => Math.max(run.duration, 1e-6);
const overviewX = (time, width) => INSET + (time / span()) * (width - 2 * INSET);

function drawOverview(time, theme, dark) {
  const [ctx, width, height] = prepared(byId("overview"));
  const here = shotAt(time);
  for (const shot of shots) {
    const next = shots[shot.index + 1];
    const x0 = overviewX(shot.start, width), x1 = overviewX(next ? next.start : run.duration, width);
    const fill = fillOf(shot.owner), now = here && shot.index === here.index;
    ctx.fillStyle = fill;
    ctx.strokeStyle = now ? theme.contact : theme.faint;
    ctx.lineWidth = now ? 3 : 1;
    ctx.beginPath();
    ctx.roundRect(x0 + 1.5, 2, Math.max(x1 - x0 - 2, 1), height - 11, Math.min(4, Math.max(x1 - x0 - 2, 1) / 2));
    ctx.fill();
    ctx.stroke();
    if (x1 - x0 > 15) words(ctx, String(shot.number), (x0 + x1) / 2, (height - 7) / 2, 11, inkOn(fill));
    for (const event of shot.events) {
      if (event.kind === "at_rest") continue;
      const x = overviewX(shot.start + event.t, width);
      ctx.fillStyle = signColour(event.kind, dark);
      ctx.fillRect(x - 0.75, height - 7, 1.5, 6);
    }
    const starts = run.rounds.some((r) => r.shots[0] === shot.index && r.shots[1] > r.shots[0]);
    if (starts && shot.index > 0) {
      ctx.fillStyle = theme.ink;
      ctx.fillRect(x0 - 1, 0, 2, height);
    }
  }
  const x = overviewX(time, width);
  ctx.fillStyle = theme.ink;
  ctx.fillRect(x - 1, 0, 2, height);
}

function overviewTime(event) {
  const box = byId("overview").getBoundingClientRect();
  const px = event.clientX - box.left;
  if (event.clientY - box.top > box.height - 10) {
    // on the row of events: the nearest one, if there is one
    const times = shots.flatMap((shot) => shot.events.map((e) => shot.start + Math.min(e.t, shot.duration)));
    const far = (time) => Math.abs(overviewX(time, box.width) - px);
    const best = times.reduce((a, b) => (far(b) < far(a) ? b : a), -Infinity);
    if (far(best) < 6) return best;
  }
  return Math.min(Math.max((px - INSET) / Math.max(box.width - 2 * INSET, 1), 0), 1) * span();
}

const STRIP = 16; // px left and right of the shot's own line
const stripX = (shot, t, width) => STRIP + (t / Math.max(shot.duration, 1e-6)) * (width - 2 * STRIP);

// Where each sign stands; those that would lie upon each other go up a row, and past the rows they do overlap.
function stripSigns(shot, width) {
  const free = [-Infinity, -Infinity, -Infinity];
  return shot.events.map((event) => {
    const x = stripX(shot, Math.min(event.t, shot.duration), width);
    let row = free.findIndex((end) => x - end > 13);
    if (row < 0) row = 2;
    free[row] = x;
    return { event, x, y: 27 - 10 * row };
  });
}

function drawStrip(state, theme, dark) {
  const [ctx, width, height] = prepared(byId("strip"));
  const { shot, local } = state;
  if (!shot) return;
  const base = height - 15, step = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30].find((s) => (s / Math.max(shot.duration, 1e-6)) * width > 55) || 60;
  ctx.strokeStyle = theme.faint;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(STRIP, base);
  ctx.lineTo(width - STRIP, base);
  for (let n = 0; n * step <= shot.duration + 1e-9; n++) {
    const x = stripX(shot, n * step, width);
    ctx.moveTo(x, base);
    ctx.lineTo(x, base + 4);
  }
  ctx.stroke();
  ctx.fillStyle = theme.faint;
  ctx.font = `10px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (let n = 0; n * step <= shot.duration + 1e-9; n++) {
    ctx.fillText(`${Number((n * step).toFixed(2))} s`, stripX(shot, n * step, width), base + 4);
  }
  const x = stripX(shot, local, width);
  ctx.fillStyle = theme.contact;
  ctx.fillRect(STRIP, base - 1.5, x - STRIP, 3);
  for (const sign of stripSigns(shot, width)) {
    ctx.strokeStyle = theme.faint;
    ctx.globalAlpha = 0.5;
    ctx.beginPath();
    ctx.moveTo(sign.x, sign.y + 6);
    ctx.lineTo(sign.x, base);
    ctx.stroke();
    ctx.globalAlpha = 1;
    drawSign(ctx, sign.event.kind, sign.x, sign.y, 10, signColour(sign.event.kind, dark));
  }
  ctx.fillStyle = theme.ink;
  ctx.fillRect(x - 1, 1, 2, base + 3);
}

// The time that a press on the shot's line means: an event's, if one is near.
function stripTime(event, shot) {
  const box = byId("strip").getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
  let best = null, near = 12;
  for (const sign of stripSigns(shot, box.width)) {
    const far = Math.hypot(sign.x - px, (sign.y - py) / 2);
    if (far < near) [best, near] = [sign.event, far];
  }
  if (best) return shot.start + Math.min(best.t, shot.duration);
  const share = (px - STRIP) / Math.max(box.width - 2 * STRIP, 1);
  return shot.start + Math.min(Math.max(share, 0), 1) * shot.duration;
}
