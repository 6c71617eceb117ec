"""Verifiable dealing. The vectors were worked out by hand from the contract, not by the engine."""

import hashlib
import hmac

import pytest

from games.engine.dealing import Chance, commitment, deal_key, is_client_seed
from games.engine.registry import RULES
from games.engine.rules import Malformed
from games.engine.seating import start
from games.engine.tracks import pair_kinds

SECRET = bytes(range(32))
SEEDS = ["ada", "greedy", "carl"]
KEY = bytes.fromhex("0f35139d3e8d0c4eb6e5620429c18f658a945e49e48f8d5a520e39b2482a6677")
WORDS = [963774658, 1392033902, 2244558474, 2053013728, 3961593498, 513623418, 2349204592, 693103595, 2162312679]
TILES_OF_3D = """
    BY BB RY OV BY GV RO RY YY RB RR GV OV RG VV GB YV OY RV RV RG RO BV BY BO GB GV BO RB BB RY GY GG RV BO YV
    BV OV GV GO RB VV RV RR YV BY OO RB OO GY YV BV OY GY GY RY OV GO BV GB OY GB GO BO GO RG RG YY RO GG RO OY
""".split()  # noqa: SIM905


def test_the_commitment_is_the_secrets_sha_256():
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_key_comes_from_secret_and_seeds_in_order_of_joining():
    assert deal_key(SECRET, SEEDS) == KEY
    assert deal_key(SECRET, SEEDS[::-1]) != KEY


def test_the_stream_is_read_as_big_endian_words_block_after_block():
    chance, words = Chance(KEY), []
    for _ in WORDS:
        word, chance = chance.below(2**32)
        words.append(word)
    assert words == WORDS
    assert chance.used == len(WORDS)


def test_a_word_that_would_be_unfair_is_passed_over():
    n = 2**31 + 1  # 2^32 mod n = 2^31 - 1, so words from 2^31 + 1 on are unfair
    number, chance = Chance(KEY, used=2).below(n)  # words 2 (too large) and 3 (fits)
    assert number == WORDS[3]
    assert chance.used == 4


def test_one_draw_after_another_is_the_same_as_drawing_at_once():
    first, chance = Chance(KEY).below(7)
    second, chance = chance.below(7)
    assert [first, second] == [WORDS[0] % 7, WORDS[1] % 7]


def test_a_shuffle_goes_down_from_the_last_entry():
    seats, chance = Chance(KEY).shuffle(range(3))
    colours, _rest = chance.shuffle("RGBOYV")
    assert seats == (2, 0, 1)
    assert "".join(colours) == "GYVBOR"


def test_a_game_uses_chance_in_the_stated_order():
    """Seats, then start stones, then tiles, dealt from the front seat by seat."""
    seating, state = start(RULES["genial-3d"], "free", {"order": "random"}, SECRET, SEEDS)
    assert seating == (2, 0, 1)
    assert [colour for _cell, colour in state.stones] == list("GYVBOR")
    assert [list(rack) for rack in state.racks] == [TILES_OF_3D[:5], TILES_OF_3D[5:10], TILES_OF_3D[10:15]]
    assert list(state.bag) == TILES_OF_3D[15:]


def test_a_fixed_order_draws_no_seats():
    seating, state = start(RULES["genial"], "free", {"order": "fixed"}, SECRET, SEEDS)
    tiles, _rest = Chance(KEY).shuffle(pair_kinds(6, 5))
    assert seating == (0, 1, 2)
    assert state.racks[0] == tiles[:6]


def test_cards_deal_hands_first_and_then_open_cards_round_by_round():
    _seating, state = start(RULES["genial-cards"], "free", {"order": "fixed"}, SECRET, SEEDS[:2])
    cards, _rest = Chance(deal_key(SECRET, SEEDS[:2])).shuffle(pair_kinds(4, 0))
    assert state.hands == (cards[:6], cards[6:12])
    assert state.open == ((cards[12], cards[14]), (cards[13], cards[15]))
    assert state.pile == cards[16:]


def test_koepfchen_deals_the_grid_row_by_row_then_the_tenth_card_then_the_hands():
    _seating, state = start(RULES["koepfchen"], "free", {"order": "fixed"}, SECRET, SEEDS)
    deck = [colour + rank for colour in "ROYGBVT" for rank in "A234567"]
    cards, _rest = Chance(KEY).shuffle(deck)
    assert list(state.grid.items())[:4] == [
        ((-1, -1), cards[0]),
        ((0, -1), cards[1]),
        ((1, -1), cards[2]),
        ((-1, 0), cards[3]),
    ]
    assert state.grid[2, 0] == cards[9]
    assert state.hands == (cards[10:14], cards[14:18], cards[18:22])


def test_canonical_order_of_tiles():
    tiles = pair_kinds(6, 5)
    assert len(tiles) == 120
    assert list(dict.fromkeys(tiles))[:8] == ["RR", "RG", "RB", "RO", "RY", "RV", "GG", "GB"]
    assert (tiles.count("RR"), tiles.count("OY")) == (5, 6)


@pytest.mark.parametrize("seed", ["", "ada", "a" * 64, "{}~ !"])
def test_client_seeds_are_printable(seed):
    assert is_client_seed(seed)


@pytest.mark.parametrize("seed", ["a|b", "a" * 65, "ä", "a\n", "\x7f", None, 7, b"ada"])
def test_other_client_seeds_are_refused(seed):
    assert not is_client_seed(seed)
    with pytest.raises(Malformed, match="client seed"):
        start(RULES["genial"], "free", {}, SECRET, ["ada", seed])


def test_the_stream_agrees_with_a_plain_reading_of_the_contract():
    """A longer run against the slow and obvious way."""
    plain = b"".join(hmac.new(KEY, i.to_bytes(8, "big"), hashlib.sha256).digest() for i in range(100))
    chance = Chance(KEY)
    for at in range(800):
        word, chance = chance.below(2**32)
        assert word == int.from_bytes(plain[4 * at : 4 * at + 4], "big")
