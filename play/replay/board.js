// The board and what lies on it, drawn on a canvas. The look is that of the still pictures.

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const SMALL = 11; // px; a piece of that radius has no room for two signs

const board = run.board;
const view = { zoom: 1, x: 0, y: 0, width: 1, height: 1, scale: 1 };

function fit() {
  const [x0, y0, x1, y1] = board.extent;
  view.base = Math.min(view.width / (x1 - x0), view.height / (y1 - y0));
  if (view.zoom <= 1) {
    view.zoom = 1;
    view.x = (x0 + x1) / 2;
    view.y = (y0 + y1) / 2;
  }
  view.x = Math.min(Math.max(view.x, x0), x1);
  view.y = Math.min(Math.max(view.y, y0), y1);
  view.scale = view.base * view.zoom;
}
const toScreen = (x, y) => [view.width / 2 + (x - view.x) * view.scale, view.height / 2 - (y - view.y) * view.scale];
const toBoard = (px, py) => [view.x + (px - view.width / 2) / view.scale, view.y - (py - view.height / 2) / view.scale];

function shape(ctx, points) {
  ctx.beginPath();
  points.forEach(([x, y], k) => (k ? ctx.lineTo(...toScreen(x, y)) : ctx.moveTo(...toScreen(x, y))));
  ctx.closePath();
}

function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(...toScreen(x, y), r * view.scale, 0, 7);
}

function outlineOf(ctx, piece) {
  ctx.beginPath();
  const turn = (-piece.angle * Math.PI) / 180;
  ctx.ellipse(...toScreen(piece.x, piece.y), piece.axes[0] * view.scale, piece.axes[1] * view.scale, turn, 0, 7);
}

function words(ctx, text, x, y, px, colour, halo) {
  ctx.font = `bold ${px.toFixed(1)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  const low = y + 0.36 * px; // capitals and digits stand in the middle
  if (halo) {
    ctx.lineWidth = 0.28 * px;
    ctx.lineJoin = "round";
    ctx.strokeStyle = halo;
    ctx.strokeText(text, x, low);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, low);
}

// Slanted lines within the present path.
function hatch(ctx, box, step, colour, width) {
  ctx.save();
  ctx.clip();
  ctx.beginPath();
  const [x0, y0, x1, y1] = box, tall = y1 - y0;
  for (let x = Math.floor((x0 - tall) / step) * step; x < x1; x += step) {
    ctx.moveTo(x, y1);
    ctx.lineTo(x + tall, y0);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.restore();
}

function drawZone(ctx, zone, theme, mode) {
  if (zone.circle) disc(ctx, ...zone.circle);
  else shape(ctx, zone.polygon);
  ctx.fillStyle = zone.fill[mode];
  ctx.fill();
  if (zone.kind === "dead") {
    const corners = zone.polygon
      ? zone.polygon
      : [[zone.circle[0] - zone.circle[2], zone.circle[1] - zone.circle[2]], [zone.circle[0] + zone.circle[2], zone.circle[1] + zone.circle[2]]];
    const at = corners.map(([x, y]) => toScreen(x, y)), xs = at.map((p) => p[0]), ys = at.map((p) => p[1]);
    hatch(ctx, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], 9, theme.dead_lines, 1);
    if (zone.circle) disc(ctx, ...zone.circle);
    else shape(ctx, zone.polygon);
  }
  ctx.strokeStyle = zone.circle ? theme.ink : zone.kind === "dead" ? theme.dead_lines : theme.faint;
  ctx.lineWidth = zone.circle ? 1.3 : 1;
  ctx.stroke();
}

function drawZoneWords(ctx, zone, theme, mode) {
  const [text, x, y, size, turned] = zone.label;
  let px = size * view.scale;
  if (!text) return;
  if (px < 9) {
    if (zone.kind !== "score" || px < 3.5) return; // longer words would run out of their zone
    px = Math.min(9, px * 1.5);
  }
  ctx.save();
  ctx.translate(...toScreen(x, y));
  if (turned) ctx.rotate(-Math.PI / 2);
  words(ctx, text, 0, 0, px, zone.kind === "score" ? theme.value : theme.words, zone.kind === "dead" ? zone.fill[mode] : null);
  ctx.restore();
}

function drawWall(ctx, [x0, y0, x1, y1, thick], theme) {
  ctx.beginPath();
  ctx.moveTo(...toScreen(x0, y0));
  ctx.lineTo(...toScreen(x1, y1));
  ctx.strokeStyle = theme.edge;
  ctx.lineCap = "round";
  ctx.lineWidth = Math.max(1.5, thick * view.scale);
  ctx.stroke();
}

function arrow(ctx, x, y, angle, half, colour) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(-angle);
  ctx.fillStyle = colour;
  ctx.beginPath();
  const w = 0.12 * half, head = 0.4 * half;
  [[-half, w], [half - 2 * head, w], [half - 2 * head, head], [half, 0], [half - 2 * head, -head], [half - 2 * head, -w], [-half, -w]].forEach(
    ([px, py], k) => (k ? ctx.lineTo(px, py) : ctx.moveTo(px, py)),
  );
  ctx.fill();
  ctx.restore();
}

function drawMagnet(ctx, magnet, theme) {
  disc(ctx, magnet.x, magnet.y, magnet.r);
  ctx.fillStyle = magnet.pole === "S" ? theme.south : magnet.pole === "N" ? theme.north : theme.faint;
  ctx.fill();
  ctx.strokeStyle = theme.rim;
  ctx.lineWidth = 1;
  ctx.stroke();
  const r = magnet.r * view.scale, [x, y] = toScreen(magnet.x, magnet.y);
  if (magnet.angle !== null) arrow(ctx, x, y, magnet.angle, 0.8 * r, "#ffffff");
  else if (magnet.pole && r > 3.5) words(ctx, magnet.pole, x, y, Math.max(1.3 * r, 7), "#ffffff");
}

function drawCord(ctx, points, theme, pale) {
  shape(ctx, points);
  ctx.strokeStyle = theme.cord;
  ctx.lineJoin = "round";
  ctx.lineWidth = Math.max(2, board.cord * view.scale);
  ctx.setLineDash(pale ? [3, 5] : []);
  ctx.globalAlpha = pale ? 0.6 : 1;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

function drawTable(ctx, theme, mode) {
  ctx.fillStyle = board.beyond ? theme.table : theme.paper;
  ctx.fillRect(0, 0, view.width, view.height);
  if (board.outline) {
    shape(ctx, board.outline);
    ctx.fillStyle = theme.mat;
    ctx.fill();
    ctx.strokeStyle = theme.edge;
    ctx.lineWidth = 1.6;
    ctx.stroke();
  }
  for (const zone of board.zones) drawZone(ctx, zone, theme, mode);
  for (const zone of board.zones) drawZoneWords(ctx, zone, theme, mode);
  for (const wall of board.walls) drawWall(ctx, wall, theme);
  for (const magnet of board.magnets) drawMagnet(ctx, magnet, theme);
}

// A bar that says how long a round number of millimetres is.
function drawMeasure(ctx, theme) {
  const want = 90 / view.scale, unit = 10 ** Math.floor(Math.log10(want));
  const length = [5, 2, 1].map((n) => n * unit).find((n) => n <= want);
  const px = length * view.scale, x = 12, y = view.height - 12;
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const [a, b] of [[x, y - 4], [x, y], [x + px, y], [x + px, y - 4]]) ctx.lineTo(a, b);
  ctx.stroke();
  ctx.font = `600 11px ${FONT}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.lineWidth = 3;
  ctx.strokeStyle = board.beyond ? theme.table : theme.paper;
  ctx.strokeText(`${length} mm`, x + px + 6, y + 1);
  ctx.fillStyle = theme.ink;
  ctx.fillText(`${length} mm`, x + px + 6, y + 1);
}
