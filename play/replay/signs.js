// One sign for every kind of event, told apart by its shape; the same paths serve lists (SVG) and lines (canvas).

const SIGNS = {
  contact: { words: "touch", d: "M0-6V6M-5.2-3L5.2 3M-5.2 3L5.2-3", colour: ["#0072b2", "#56b4e9"] },
  snapped: { words: "snap together", d: "M-6-3H6V3H-6Z", fill: true, colour: ["#26292e", "#e9e7e2"] },
  parted: { words: "part", d: "M-1.5-5L-6 0L-1.5 5ZM1.5-5L6 0L1.5 5Z", fill: true, colour: ["#767d86", "#9aa1ab"] },
  left_board: { words: "leaves the board", d: "M-6 0H4M0-4.5L5 0L0 4.5", colour: ["#c04a00", "#ff9a52"] },
  tipped: { words: "tips over", d: "M-6 5L0-6L6 5Z", fill: true, colour: ["#a03a78", "#e29cc4"] },
  flipped: { words: "turns over", d: "M-5 2A5 5 0 0 1 5 1M5-5V1.5H-0.5", colour: ["#a03a78", "#e29cc4"] },
  lifted: { words: "is lifted", d: "M0 6V-5M-4.5-1L0-6L4.5-1", colour: ["#a03a78", "#e29cc4"] },
  stuck_to_magnet: { words: "sticks to a magnet", d: "M-4.5-6V0A4.5 4.5 0 0 0 4.5 0V-6", colour: ["#b2182b", "#ff8a80"] },
  cord_crossed: { words: "the cord lets go", d: "M-5-5L5 5M-5 5L5-5", colour: ["#8c5a2b", "#d9a066"] },
  at_rest: { words: "all at rest", d: "M-4-4H4V4H-4Z", colour: ["#767d86", "#9aa1ab"] },
  gave_up: { words: "still moving", d: "M-5-6H5L-5 6H5Z", fill: true, colour: ["#c04a00", "#ff9a52"] },
};
const OTHER = { words: "something else", d: "M0-4A4 4 0 1 0 0.01-4Z", fill: true, colour: ["#767d86", "#9aa1ab"] };
const signOf = (kind) => (Object.hasOwn(SIGNS, kind) ? SIGNS[kind] : OTHER);
const paths = new Map();

function drawSign(ctx, kind, x, y, size, colour) {
  const sign = signOf(kind);
  if (!paths.has(sign)) paths.set(sign, new Path2D(sign.d));
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 12, size / 12);
  ctx.lineWidth = 2;
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.strokeStyle = ctx.fillStyle = colour;
  if (sign.fill) ctx.fill(paths.get(sign));
  ctx.stroke(paths.get(sign));
  ctx.restore();
}

const signColour = (kind, dark) => signOf(kind).colour[dark ? 1 : 0];

function signSvg(kind, dark) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "-8 -8 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  const colour = signColour(kind, dark);
  path.setAttribute("d", signOf(kind).d);
  path.setAttribute("fill", signOf(kind).fill ? colour : "none");
  path.setAttribute("stroke", colour);
  path.setAttribute("stroke-width", "2");
  path.setAttribute("stroke-linecap", "round");
  path.setAttribute("stroke-linejoin", "round");
  svg.append(path);
  return svg;
}
