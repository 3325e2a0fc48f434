"""Writes draws.json: the fair draw's format, implemented a second time from the public description of the format alone.

It shares no code with domain/fair-draw and uses the standard library only, so that a misreading of the format shows as
a disagreement. Ed25519 is written out from RFC 8032, section 5.1. Run it again only when the format changes:

    python3 tests/vectors/make.py
"""

import hashlib
import hmac
import json
import pathlib
import struct
import uuid

HERE = pathlib.Path(__file__).parent


def H(data):
    return hashlib.sha256(data).digest()


def HMAC(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def tag(text):
    return text.encode("ascii").ljust(16, b"\0")


# --- records ---------------------------------------------------------------------------------------------------------

BET_TYPES = {"IziOrder": 1, "IziOne": 2, "IziTwo": 3, "IziABC": 4, "Izi2x": 5, "Izi3x": 6}


def draw_record(draw):
    record = tag("izi.draw.v1") + uuid.UUID(draw["drawId"]).bytes
    record += struct.pack(">QQQ", draw["opensAt"], draw["closesAt"], draw["drawsAt"])
    record += bytes.fromhex(draw["rulesHash"])
    record += struct.pack(">B", draw["beaconKind"]) + bytes.fromhex(draw["beaconRef"])
    record += struct.pack(">QQ", draw["beaconRound"], 0)
    assert len(record) == 137
    return record


def ticket_record(draw_id, ticket):
    numbers = bytes(ticket["numbers"])
    record = tag("izi.ticket.v1") + uuid.UUID(draw_id).bytes + uuid.UUID(ticket["ticketId"]).bytes
    record += struct.pack(">QBQB", ticket["acceptedAt"], BET_TYPES[ticket["name"]], ticket["stake"], len(numbers))
    record += numbers.ljust(9, b"\0") + bytes(5) + bytes.fromhex(ticket["salt"])
    assert len(record) == 96
    return record


def seal_record(draw_hash, commitment, leaves, total_stake, sealed_at, previous):
    record = tag("izi.seal.v1") + draw_hash + commitment + struct.pack(">Q", len(leaves)) + MTH(leaves)
    record += struct.pack(">QQ", total_stake, sealed_at) + previous
    assert len(record) == 168
    return record


# --- the tree of RFC 9162, section 2.1, over leaves that are hashed already --------------------------------------------


def split(n):
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def MTH(leaves):
    if not leaves:
        return H(b"")
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return H(b"\x01" + MTH(leaves[:k]) + MTH(leaves[k:]))


def PATH(m, leaves):
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return PATH(m, leaves[:k]) + [MTH(leaves[k:])]
    return PATH(m - k, leaves[k:]) + [MTH(leaves[:k])]


# --- the derivation --------------------------------------------------------------------------------------------------


def random_key(seed, seal_hash, kind, round_number, beacon):
    return HMAC(seed, tag("izi.rand.v1") + seal_hash + struct.pack(">BQ", kind, round_number) + beacon)


def stream(key):
    i = 0
    while True:
        block = HMAC(key, tag("izi.strm.v1") + struct.pack(">I", i))
        yield from struct.unpack(">8I", block)
        i += 1


def uniform(words, m):
    while True:
        x = next(words)
        if x < 2**32 - (2**32 % m):
            return x % m


def derive(words):
    numbers = list(range(1, 10))
    for j in range(9):
        r = j + uniform(words, 9 - j)
        numbers[j], numbers[r] = numbers[r], numbers[j]
    return numbers


# --- Ed25519, RFC 8032, section 5.1 ----------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + t, P - 2, P) % P
    y = (y1 * y2 + x1 * x2) * pow(1 - t, P - 2, P) % P
    return x, y


def multiply(scalar, point):
    total = (0, 1)
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total


def encode_point(point):
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def secret_scalar(secret):
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little")
    scalar = scalar & ~7 & ~(1 << 255) | 1 << 254
    return scalar, digest[32:]


def public_key(secret):
    return encode_point(multiply(secret_scalar(secret)[0], (BASE_X, BASE_Y)))


def sign(secret, message):
    scalar, prefix = secret_scalar(secret)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % L
    R = encode_point(multiply(r, (BASE_X, BASE_Y)))
    k = int.from_bytes(hashlib.sha512(R + public_key(secret) + message).digest(), "little") % L
    return R + ((r + k * scalar) % L).to_bytes(32, "little")


# --- the vectors -----------------------------------------------------------------------------------------------------

OPERATOR_SECRET = H(b"the operator's key of the test vectors")
RULES = b'{"rules":"of the test vectors"}\n'
QUICKNET = json.loads((HERE / "drand-quicknet.json").read_text())


def ticket(draw, number, name, stake, numbers):
    return {
        "ticketId": str(uuid.UUID(bytes=H(b"ticket %d of %s" % (number, draw["drawId"].encode()))[:16], version=4)),
        "acceptedAt": draw["opensAt"] + 1000 * number,
        "name": name,
        "stake": stake,
        "numbers": numbers,
        "salt": H(b"salt %d of %s" % (number, draw["drawId"].encode()))[:16].hex(),
    }


def make_draw(title, draw, bets, beacon_signature, previous):
    D_bytes = draw_record(draw)
    draw_hash = H(D_bytes)
    seed = H(b"seed of " + draw["drawId"].encode())
    commitment = H(tag("izi.seed.v1") + draw_hash + seed)
    tickets = [ticket(draw, number, *bet) for number, bet in enumerate(bets)]
    records = [ticket_record(draw["drawId"], t) for t in tickets]
    leaf_of = [H(b"\x00" + record) for record in records]
    leaves = sorted(leaf_of)
    total_stake = sum(t["stake"] for t in tickets)
    Z = seal_record(draw_hash, commitment, leaves, total_stake, draw["closesAt"] + 1234, previous)
    seal_hash = H(Z)
    beacon = H(beacon_signature) if beacon_signature else bytes(32)
    K = random_key(seed, seal_hash, draw["beaconKind"], draw["beaconRound"], beacon)
    words = stream(K)
    first_words = [next(words) for _ in range(20)]
    result = derive(stream(K))
    receipts = []
    for record, leaf in zip(records, leaf_of):
        index = leaves.index(leaf)
        receipts.append({
            "ticket": record.hex(),
            "leaf": leaf.hex(),
            "signature": sign(OPERATOR_SECRET, tag("izi.rcpt.v1") + draw_hash + leaf).hex(),
            "index": index,
            "path": [node.hex() for node in PATH(index, leaves)],
        })
    vector = {
        "title": title,
        "draw": draw,
        "tickets": tickets,
        "drawHash": draw_hash.hex(),
        "sealHash": seal_hash.hex(),
        "leaves": [leaf.hex() for leaf in leaves],
        "key": K.hex(),
        "words": first_words,
        "proof": {
            "draw": D_bytes.hex(),
            "commitment": commitment.hex(),
            "commitmentSignature": sign(OPERATOR_SECRET, tag("izi.comm.v1") + draw_hash + commitment).hex(),
            "seal": Z.hex(),
            "sealSignature": sign(OPERATOR_SECRET, Z).hex(),
            "seed": seed.hex(),
            "beacon": {
                "kind": draw["beaconKind"],
                "chain": draw["beaconRef"],
                "round": draw["beaconRound"],
                "signature": beacon_signature.hex() if beacon_signature else None,
            },
            "result": [str(number) for number in result],
            "operatorKey": public_key(OPERATOR_SECRET).hex(),
        },
        "receipts": receipts,
    }
    return vector, seal_hash


def without_beacon(draw_id, draws_at):
    return {
        "drawId": draw_id,
        "opensAt": draws_at - 600_000,
        "closesAt": draws_at - 30_000,
        "drawsAt": draws_at,
        "rulesHash": H(RULES).hex(),
        "beaconKind": 0,
        "beaconRef": bytes(32).hex(),
        "beaconRound": 0,
    }


def with_beacon(draw_id, round_number):
    """A draw at the very moment of a round, so that ceil((drawsAt/1000 - genesis)/period) + 1 is that round."""
    chain = QUICKNET["chain"]
    draws_at = (chain["genesis_time"] + (round_number - 1) * chain["period"]) * 1000
    return without_beacon(draw_id, draws_at) | {
        "beaconKind": 1,
        "beaconRef": chain["hash"],
        "beaconRound": round_number,
    }


BETS = [
    ("IziOrder", 300, [9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ("IziOne", 100, [4]),
    ("IziTwo", 10_000, [2, 7]),
    ("IziABC", 500, [1]),
    ("Izi2x", 1_200, [3, 6, 9]),
    ("Izi3x", 200, [8, 1, 5]),
    ("IziOrder", 1_500, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
]


def make_draws():
    signature_of = {entry["round"]: bytes.fromhex(entry["signature"]) for entry in QUICKNET["rounds"]}
    plans = [
        ("seven tickets, no beacon", without_beacon("01234567-89ab-7cde-8f01-23456789abcd", 1_763_000_000_000), BETS),
        ("no ticket at all", without_beacon("01234567-89ab-7cde-8f01-000000000002", 1_763_000_300_000), []),
        ("one ticket", without_beacon("01234567-89ab-7cde-8f01-000000000003", 1_763_000_600_000), BETS[1:2]),
        ("five tickets, quicknet round 1000", with_beacon("01234567-89ab-7cde-8f01-000000000004", 1000), BETS[:5]),
        ("64 tickets, quicknet round 123", with_beacon("01234567-89ab-7cde-8f01-000000000005", 123), (BETS * 10)[:64]),
    ]
    vectors, previous = [], bytes(32)
    for title, draw, bets in plans:
        vector, previous = make_draw(title, draw, bets, signature_of.get(draw["beaconRound"]), previous)
        vectors.append(vector)
    return vectors


def make_trees():
    """Roots of every size up to 40 and of some larger ones, over the leaves H(0x00 || u32 i)."""
    sizes = [*range(41), 64, 65, 100, 127, 1000, 4097]
    leaves = [H(b"\x00" + struct.pack(">I", i)) for i in range(max(sizes))]
    return [{"size": size, "root": MTH(leaves[:size]).hex()} for size in sizes]


def make_word_lists():
    """Words that must be drawn again: those from 2^32 - (2^32 mod m) on, for each m that does not divide 2^32."""
    edges = {m: 2**32 - 2**32 % m for m in range(1, 10)}
    lists = [
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [2**32 - 1] * 3 + [edges[9], edges[9] - 1] + [7, 6, 5, 4, 3, 2, 1, 0],
        [5, 2**32 - 1, edges[7], edges[7] - 1, 2**32 - 1, edges[6], edges[6] - 1, edges[5], 4, 3, 2, 1, 0],
        [1, 2, edges[7] - 1, 3, 4, 2**32 - 1, 2**32 - 1, edges[3], 2, 1, 0],
    ]
    vectors = []
    for words in lists:
        rest = iter(words)
        vectors.append({"words": words, "result": derive(rest), "left": len(list(rest))})
    return vectors


if __name__ == "__main__":
    document = {
        "rulesDocument": RULES.hex(),
        "operatorSecret": OPERATOR_SECRET.hex(),
        "draws": make_draws(),
        "trees": make_trees(),
        "wordLists": make_word_lists(),
    }
    (HERE / "draws.json").write_text(json.dumps(document, indent=1) + "\n")
