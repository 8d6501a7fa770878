// Reading what play/replaytracks.py packed, and finding where a piece was in between.

const UNITS = [1e-6, 0.01, 0.01, 0.1, 0.001, 0.001, 1];

function reader(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  let at = 0;
  return () => {
    let value = 0, scale = 1, byte;
    do {
      byte = bytes[at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte & 128);
    return value;
  };
}

const signed = (n) => (n % 2 ? -(n + 1) / 2 : n / 2);

function column(next, count, unit) {
  const out = new Float64Array(count);
  let sum = 0;
  for (let k = 0; k < count; k++) out[k] = (sum += signed(next())) * unit;
  return out;
}

// One track a piece: t, x, y, angle, vx, vy, spin as columns.
function unpack(text, count) {
  const next = reader(text);
  const tracks = [];
  for (let k = 0; k < count; k++) {
    const knots = next();
    tracks.push(UNITS.map((unit) => column(next, knots, unit)));
  }
  return tracks;
}

function unpackPoints(text) {
  const next = reader(text);
  const count = next();
  const x = column(next, count, 0.1), y = column(next, count, 0.1);
  return Array.from(x, (v, k) => [v, y[k]]);
}

// Place (mm), angle (degrees), velocity (m/s) and spin (degrees/s) at a time of the shot.
function trackAt(track, time) {
  const [t, x, y, a, vx, vy, w] = track;
  const last = t.length - 1;
  if (last === 0 || time <= t[0]) return { x: x[0], y: y[0], angle: a[0], vx: vx[0], vy: vy[0], spin: w[0] };
  if (time >= t[last]) return { x: x[last], y: y[last], angle: a[last], vx: vx[last], vy: vy[last], spin: w[last] };
  let low = 0, high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle] <= time) low = middle;
    else high = middle;
  }
  const span = Math.max(t[high] - t[low], 1e-9), u = (time - t[low]) / span;
  const h = u * u * (3 - 2 * u), out = u * (1 - u) ** 2 * span, into = u * u * (1 - u) * span;
  const place = (p, v, unit) => p[low] + (p[high] - p[low]) * h + unit * (v[low] * out - v[high] * into);
  const line = (p) => p[low] + (p[high] - p[low]) * u;
  return {
    x: place(x, vx, 1000), y: place(y, vy, 1000), angle: place(a, w, 1),
    vx: line(vx), vy: line(vy), spin: line(w),
  };
}
