// Verifies a deal in the reader's own browser: shuffles once more from the secret and the seeds, and compares.

const COLOURS = "RGBOYV";
const panel = document.getElementById("verify");

const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

async function hmac(key, message) {
  const signer = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", signer, message));
}

// The stream of 32-bit words that a key stands for: block i is the HMAC of i, eight words.
class Chance {
  constructor(key) {
    Object.assign(this, { key, used: 0 });
  }

  async word() {
    if (this.used % 8 === 0) {
      const number = new DataView(new ArrayBuffer(8));
      number.setBigUint64(0, BigInt(this.used / 8));
      this.block = new DataView((await hmac(this.key, number.buffer)).buffer);
    }
    return this.block.getUint32((this.used++ % 8) * 4);
  }

  async below(n) {
    const fair = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = await this.word();
      if (word < fair) return word % n;
    }
  }

  async shuffle(items) {
    const list = [...items];
    for (let i = list.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }
}

function pairs(mixed, doubles) {
  const kinds = [...COLOURS].flatMap((a, i) => [...COLOURS.slice(i)].map((b) => a + b));
  return kinds.flatMap((kind) => Array(kind[0] === kind[1] ? doubles : mixed).fill(kind));
}

const GAMES = {
  genial: (seats, solo) => ({ pieces: pairs(6, 5), size: solo ? 1 : 6 }),
  "genial-3d": (seats, solo) => ({ pieces: pairs(4, [0, 0, 0, 2, 3][seats]), size: solo ? 1 : 5 }),
  "genial-cards": () => ({ pieces: pairs(4, 0), size: 6 }),
  koepfchen: () => ({ pieces: [..."ROYGBVT"].flatMap((colour) => [..."A234567"].map((rank) => colour + rank)), size: 4 }),
};

async function deal(record, chance) {
  const seats = record.seats.length;
  const game = GAMES[record.rules](seats, record.mode === "solo");
  const found = { seating: [...Array(seats).keys()], size: game.size };
  if ((record.options.order ?? "random") === "random") found.seating = await chance.shuffle(found.seating);
  if (record.rules === "genial-3d") found.stones = await chance.shuffle(COLOURS);
  const pile = await chance.shuffle(game.pieces);
  if (record.rules === "koepfchen") found.grid = pile.splice(0, seats === 3 ? 10 : 9);
  found.hands = found.seating.map(() => pile.splice(0, game.size));
  if (record.rules === "genial-cards") {
    found.open = found.seating.map(() => []);
    for (let row = 0; row < (seats === 2 ? 2 : 1); row++) found.open.forEach((cards) => cards.push(pile.shift()));
  }
  return { ...found, pile };
}

const spelled = (card) => [card, card[1] + card[0]].find((way) => COLOURS.indexOf(way[0]) <= COLOURS.indexOf(way[1]));

// Every hand after its player's turn, drawn from the pile as the record's moves tell.
async function* draws(record, table, chance) {
  const { hands, open, size } = table;
  let { pile } = table;
  let discard = [];
  let drawing = true;
  for (const { seat, actions } of record.moves) {
    let hand = hands[seat];
    let swapped = [];
    for (const action of actions) {
      if (action.type === "swap") {
        swapped = hand;
        hand = [];
      } else if (action.tile || action.card) {
        const piece = action.tile ?? (open ? spelled(action.card) : action.card);
        const at = hand.indexOf(piece);
        if (at < 0) return yield null; // never held
        hand = hand.toSpliced(at, 1);
        if (open) {
          open[seat].push(piece);
          discard.push(open[seat].shift());
        }
      }
    }
    const moved = !["timeout", "resign", "return"].includes(actions[0].type);
    if (open) discard.push(...swapped);
    for (let short = size - hand.length; moved && drawing && short > 0 && pile.length; short--) {
      hand = [...hand, pile.shift()];
      if (open && !pile.length) [pile, discard] = [await chance.shuffle(discard), []];
    }
    if (!open && swapped.length) pile = await chance.shuffle([...pile, ...swapped]);
    if (moved && record.rules === "genial-3d" && record.mode !== "solo" && pile.length < size) drawing = false;
    hands[seat] = hand;
    yield hand;
  }
}

async function check(record, shown) {
  const secret = fromHex(record.secret);
  const digest = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", secret)));
  mark("secret", digest === record.commitment);
  const seeds = [...record.seats].sort((a, b) => a.joined - b.joined).map((seat) => seat.client_seed);
  const chance = new Chance(await hmac(secret, new TextEncoder().encode(seeds.join("|"))));
  const table = await deal(record, chance);
  mark("seats", same(table.seating, record.seats.map((seat) => seat.joined)));
  const cards = table.grid ?? table.open ?? table.stones;
  const lying = shown.grid ?? shown.printed ?? [];
  mark("table", same(cards, shown.open ?? lying.map((entry) => entry[2])));
  mark("hands", same(table.hands, shown.hands));
  let holds = true;
  let turn = 0;
  for await (const hand of draws(record, table, chance)) {
    turn++;
    // After the last turn nobody draws any more, or it no longer matters.
    holds &&= hand !== null && (turn >= record.moves.length || same(hand, shown.after[turn - 1]));
  }
  mark("draws", holds && turn === record.moves.length);
}

function mark(name, holds) {
  const step = panel.querySelector(`[data-step="${name}"]`);
  if (!step) return; // this game has no such step
  step.className = holds ? "good" : "bad";
  step.lastElementChild.textContent = holds ? panel.dataset.holds : panel.dataset.fails;
}

async function run(button) {
  button.disabled = true;
  const verdict = panel.querySelector("[role=status]");
  try {
    const answer = await fetch(panel.dataset.record, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    await check(await answer.json(), JSON.parse(document.getElementById("dealt").textContent));
    const result = panel.querySelector("[data-step]:not(.good)") ? "bad" : "good";
    verdict.className = `verdict ${result}`;
    verdict.textContent = panel.dataset[result];
  } catch {
    verdict.textContent = panel.dataset.unread;
  }
  button.disabled = false;
}

if (panel) {
  const button = panel.querySelector("button[data-verify]");
  const able = window.isSecureContext && window.crypto?.subtle;
  button.hidden = !able;
  panel.querySelector("[data-insecure]").hidden = Boolean(able);
  button.addEventListener("click", () => run(button));
}
