// Words beside the board: score, shots, events, rulings, numbers. Names come from files: text only, never markup.

function element(tag, text, name) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = text;
  if (name) made.className = name;
  return made;
}

function dot(fill) {
  const made = element("span", null, "dot");
  made.style.backgroundColor = fill;
  made.setAttribute("aria-hidden", "true");
  return made;
}

function pressed(parts, act) {
  const item = element("li"), button = element("button");
  button.type = "button";
  button.append(...parts);
  button.addEventListener("click", act);
  item.append(button);
  return item;
}

function fillHead() {
  document.title = `${run.title} · Magpuck replay`;
  byId("title").textContent = run.title;
  byId("subtitle").textContent = run.subtitle;
  byId("final-score").textContent = run.final || "No score: a bare table";
  byId("outcome").textContent = run.outcome;
  if (run.final && run.counted !== "Points") byId("h-result").textContent = `Result: ${run.counted.toLowerCase()}`;
  byId("notes").append(...run.notes.map((note) => element("p", note)));
}

function fillShots(go) {
  const list = byId("shots");
  shots.forEach((shot) => {
    const round = run.rounds[shot.round];
    if (round.shots[0] === shot.index && run.rounds.length > 1) {
      const head = element("li");
      head.append(element("h3", round.name));
      list.append(head);
    }
    const said = element("span", shot.words);
    if (shot.came) said.append(element("small", shot.came));
    const item = pressed([element("span", shot.number, "no"), dot(fillOf(shot.owner)), said], () => go(shot.start));
    item.firstChild.dataset.shot = shot.index;
    list.append(item);
  });
  if (!shots.length) list.append(element("li", "Nothing was played."));
}

function rulingItem(ruling, act) {
  const said = element("span", ruling.why);
  if (ruling.points) {
    const sign = ruling.points > 0 ? "+" : "−";
    said.append(" ", element("span", `${sign}${Math.abs(ruling.points)} ${ruling.player || ""}`, "gain"));
  }
  return pressed([element("span", ruling.clause, "clause"), said], act);
}

function fillRulings(show) {
  const box = byId("rulings");
  run.rounds.forEach((round, number) => {
    const own = run.rulings.filter((ruling) => ruling.round === number);
    if (run.rounds.length > 1 && own.length) box.append(element("h3", round.name));
    const list = element("ul");
    own.forEach((ruling) => list.append(rulingItem(ruling, () => show(ruling))));
    box.append(list);
    const points = Object.entries(round.points);
    if (points.length) box.append(element("p", `${round.name}: ${points.map(([s, n]) => `${s} ${n}`).join(", ")}`, "gain"));
  });
  if (!run.rulings.length) box.append(element("p", "No rulings.", "where"));
  byId("allrulings").hidden = !run.final && !run.rulings.length;
}

function fillLegend(dark) {
  const list = byId("legend");
  list.replaceChildren();
  const kinds = [...new Set(shots.flatMap((shot) => shot.events.map((event) => event.kind)))];
  for (const kind of kinds) {
    const term = element("dt", null, "sign");
    term.append(signSvg(kind, dark));
    list.append(term, element("dd", kind in SIGNS ? signOf(kind).words : kind));
  }
  const signs = [["●", "face up"], ["×", "face down"], ["|", "on edge"], ["→", "north pole of a magnet that lies"], ["N S", "pole of a fixed magnet that is up"],
    ["▨", "dead"], ["┅", "taken off"], ["▬", "stuck together"], ["○", "where it started"]];
  for (const [sign, meaning] of signs) list.append(element("dt", sign), element("dd", meaning));
}

let shownShot = -1, shownScore = "";

function showScore(time) {
  const have = scoreAt(time), text = JSON.stringify(have);
  if (text === shownScore) return;
  shownScore = text;
  const sides = run.sides.map((side) => {
    const made = element("span", null, "side");
    made.append(dot(side.fill), have ? `${side.name} ${have[side.name] ?? 0}` : side.name);
    return made;
  });
  byId("score").replaceChildren(...sides);
}

// What changes with the shot alone; true if it was another one.
function showShot(state, dark, go, show) {
  const { shot } = state, index = shot ? shot.index : 0;
  if (index === shownShot) return false;
  shownShot = index;
  byId("shotwords").textContent = shot ? shot.words : "Nothing was played.";
  byId("shotcame").textContent = shot ? shot.came : "";
  byId("what").textContent = shot ? shot.words : "";
  byId("striphead").textContent = "";
  if (!shot) return true;
  const round = run.rounds[shot.round], name = run.rounds.length > 1 ? `${round.name}, shot` : "Shot";
  byId("where").textContent = `${name} ${shot.number} of ${round.shots[1] - round.shots[0]}`;
  byId("striphead").textContent = `Events of shot ${shot.number}`;
  const kinds = [...new Set(shot.events.map((event) => event.kind))];
  byId("signs").replaceChildren(...kinds.map((kind) => {
    const made = element("span", null, "sign");
    made.append(signSvg(kind, dark), kind in SIGNS ? signOf(kind).words : kind);
    return made;
  }));
  byId("events").replaceChildren(...shot.events.map((event) => {
    const parts = [element("span", `${event.t.toFixed(2)} s`, "at"), element("span", event.words)];
    const item = pressed(parts, () => go(shot.start + Math.min(event.t, shot.duration)));
    item.dataset.t = event.t;
    return item;
  }));
  byId("ruledhead").hidden = !shot.rulings.length;
  byId("ruledhead").textContent = shot.ruled;
  byId("shotrulings").replaceChildren(...shot.rulings.map((k) => rulingItem(run.rulings[k], () => show(run.rulings[k]))));
  for (const button of byId("shots").querySelectorAll("button")) {
    const now = Number(button.dataset.shot) === shot.index;
    button.setAttribute("aria-current", String(now));
    const list = byId("shots"), top = button.offsetTop - list.offsetTop;
    if (now && (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight)) {
      list.scrollTop = top - list.clientHeight / 3;
    }
  }
  return true;
}

function showNow(state) {
  const { shot, local, over } = state;
  if (!shot) return "";
  const round = run.rounds[shot.round];
  const before = shot.events.filter((event) => event.t <= local + 1e-9);
  for (const item of byId("events").children) item.classList.toggle("past", Number(item.dataset.t) <= local + 1e-9);
  const last = before[before.length - 1];
  const points = Object.entries(round.points);
  if (over && lastOf(round) === shot.index && points.length) {
    const text = `${round.name} is over: ${points.map(([side, n]) => `${side} ${n}`).join(", ")}.`;
    return shot.index === shots.length - 1 ? `${text} ${run.outcome}` : text;
  }
  if (over && shot.index === shots.length - 1 && run.outcome) return `${shot.came ? `${shot.came}. ` : ""}${run.outcome}`;
  if (over) return shot.came || (last ? `${last.t.toFixed(2)} s: ${last.words}` : "");
  return last ? `${last.t.toFixed(2)} s: ${last.words}` : "";
}

function numbersOf(piece) {
  const angle = ((((piece.angle + 180) % 360) + 360) % 360) - 180;
  return [
    ["x", `${piece.x.toFixed(1)} mm`], ["y", `${piece.y.toFixed(1)} mm`], ["speed", `${piece.speed.toFixed(2)} m/s`],
    ["angle", `${angle.toFixed(1)}°`], ["spin", `${piece.spin.toFixed(0)} °/s`], ["face", piece.face], ["status", piece.status],
  ];
}

function fillTable(state, choose) {
  const rows = state.pieces.map((piece) => {
    const row = element("tr"), first = element("td"), button = element("button", piece.id);
    button.type = "button";
    button.dataset.piece = piece.id;
    button.addEventListener("click", () => choose(piece.id));
    first.append(button);
    row.append(first, ...numbersOf(piece).map(([, text]) => element("td", text.replace(/ (mm|m\/s|°\/s)$|°$/, ""))));
    return row;
  });
  const body = byId("table"), focused = document.activeElement?.dataset?.piece;
  body.replaceChildren(...rows);
  if (focused) [...body.querySelectorAll("button")].find((b) => b.dataset.piece === focused)?.focus();
}

function fillTip(piece) {
  const head = element("b"), list = element("dl"), kind = piece.kind;
  head.append(dot(kind.fill), piece.id + (kind.size && kind.size !== "puck" ? ` (${kind.size})` : ""));
  if (kind.owner) list.append(element("dt", "owner"), element("dd", kind.owner));
  for (const [name, text] of numbersOf(piece)) list.append(element("dt", name), element("dd", text));
  byId("tip").replaceChildren(head, list);
}
