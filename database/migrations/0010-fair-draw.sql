-- What proves a draw: keys, commitments, seals, trees and beacons.

-- The operator's public keys in the order in which it signed with them. The key before announces the next one: it signs a
-- record that names both, and so does the new key. The first key has nothing to announce it.
create table operator_key (
  number smallint primary key,
  public_key bytea not null constraint operator_key_once unique,
  announcement bytea,
  former_signature bytea,
  signature bytea,
  constraint operator_key_length check (octet_length(public_key) = 32),
  constraint operator_key_is_announced check (
    case when number = 1
      then announcement is null and former_signature is null and signature is null
      else octet_length(announcement) = 120 and octet_length(former_signature) = 64 and octet_length(signature) = 64
        and announcement is not null and former_signature is not null and signature is not null
    end
  )
);
create trigger operator_key_is_history before update or delete on operator_key
  for each row execute function refuse_change();
create trigger operator_key_is_kept before truncate on operator_key for each statement execute function refuse_change();

-- The salts of a draw's tickets are derived from this key. It rests beside the tickets that it hides from the public, and apart
-- from the seed, so that a process which makes receipts needs no key of the seeds.
create table draw_salt (
  draw_id uuid primary key references draw,
  salt_key bytea not null constraint draw_salt_length check (octet_length(salt_key) = 32)
);
create trigger draw_salt_is_history before update or delete on draw_salt for each row execute function refuse_change();
create trigger draw_salt_is_kept before truncate on draw_salt for each statement execute function refuse_change();

-- Published before sales open. The draw and its commitment are inserted together.
create table commitment (
  draw_id uuid primary key references draw,
  record bytea not null constraint commitment_record_length check (octet_length(record) = 137),
  commitment bytea not null constraint commitment_length check (octet_length(commitment) = 32),
  signature bytea not null constraint commitment_signature_length check (octet_length(signature) = 64),
  -- the draw's seed and the secret of its salts, encrypted under a key that this database does not hold
  secrets bytea not null,
  -- the beacon's value the draw waits for, as the record names it; both null for a draw without a beacon
  beacon_chain bytea,
  beacon_round bigint,
  -- How long after its moment a sealed draw waits for its beacon before it is called off. It is fixed with the commitment:
  -- shortened later, it would let a draw be called off whose result somebody dislikes.
  patience_hours integer not null default 24
    constraint commitment_patience check (patience_hours between 1 and 8760),
  operator_key bytea not null
    constraint commitment_operator_key_length check (octet_length(operator_key) = 32),
  committed_at timestamptz not null default clock_timestamp(),
  constraint commitment_names_a_round check ((beacon_chain is null) = (beacon_round is null)),
  -- the columns name the very beacon that the signed record names
  constraint commitment_beacon_is_the_records check (
    substring(record from 89 for 41) = case
      when beacon_round is null then decode(repeat('00', 41), 'hex')
      else '\x01'::bytea || beacon_chain || int8send(beacon_round)
    end
  )
);
-- The draws that wait for a round.
create index commitment_round on commitment (beacon_chain, beacon_round) where beacon_round is not null;
create trigger commitment_is_history before update or delete on commitment for each row execute function refuse_change();
create trigger commitment_is_kept before truncate on commitment for each statement execute function refuse_change();
create trigger commitment_by_newest_key before insert on commitment for each row execute function refuse_former_key();

-- The chain of seals. That no two seals name the same one before them keeps the chain from ever forking.
create table seal (
  number bigint primary key,
  draw_id uuid not null constraint seal_once_a_draw unique references draw,
  record bytea not null constraint seal_record_length check (octet_length(record) = 168),
  signature bytea not null constraint seal_signature_length check (octet_length(signature) = 64),
  hash bytea not null generated always as (sha256(record)) stored constraint seal_hash_once unique,
  previous bytea not null generated always as (substring(record from 137 for 32)) stored constraint seal_follows_once unique
);
create trigger seal_is_history before update or delete on seal for each row execute function refuse_change();
create trigger seal_is_kept before truncate on seal for each statement execute function refuse_change();

-- The hashes of a sealed draw's tree, 256 a row. Tier 0 holds the leaves; a tier above holds the roots of the rows below it.
create table tree_chunk (
  draw_id uuid not null,
  tier smallint not null,
  chunk integer not null,
  hashes bytea not null constraint tree_chunk_length check (octet_length(hashes) between 32 and 8192),
  first_hash bytea not null generated always as (substring(hashes from 1 for 32)) stored,
  primary key (draw_id, tier, chunk)
);
alter table tree_chunk alter column hashes set storage external;
-- The leaves ascend, so the row that may hold a leaf is the last one that does not begin after it.
create index tree_chunk_leaf on tree_chunk (draw_id, first_hash) where tier = 0;
create trigger tree_chunk_is_history before update or delete on tree_chunk for each row execute function refuse_change();
create trigger tree_chunk_is_kept before truncate on tree_chunk for each statement execute function refuse_change();
-- The published tree of a sealed draw is the one that was sealed.
create trigger tree_chunk_before_seal after insert on tree_chunk
  referencing new table as added for each statement execute function refuse_late_chunk();

-- A draw's seed once it is public: with a beacon as soon as the draw is sealed, without one when it is drawn.
create table reveal (
  draw_id uuid primary key references draw,
  seed bytea not null constraint reveal_seed_length check (octet_length(seed) = 32)
);
create trigger reveal_is_history before update or delete on reveal for each row execute function refuse_change();
create trigger reveal_is_kept before truncate on reveal for each statement execute function refuse_change();

-- The beacons of this site. Only the owner of the tables writes them, when the database is migrated.
create table beacon_chain (
  hash bytea primary key constraint beacon_chain_hash_length check (octet_length(hash) = 32),
  public_key bytea not null constraint beacon_chain_key_length check (octet_length(public_key) = 96),
  -- seconds since 1970 of round 1
  genesis bigint not null constraint beacon_chain_begins check (genesis between 0 and 9999999999),
  -- seconds from one round to the next
  period integer not null constraint beacon_chain_goes_on check (period between 1 and 3600)
);
create trigger beacon_chain_is_history before update or delete on beacon_chain for each row execute function refuse_change();
create trigger beacon_chain_is_kept before truncate on beacon_chain for each statement execute function refuse_change();
-- drand's quicknet
insert into beacon_chain (hash, public_key, genesis, period) values (
  decode('52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971', 'hex'),
  decode('83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451'
    || '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a', 'hex'),
  1692803367, 3
);

-- Values of the beacon whose signatures were verified.
create table beacon_round (
  chain bytea not null,
  round bigint not null,
  signature bytea not null,
  stored_at timestamptz default clock_timestamp(),
  -- When the value turned out to be false. A round has one value that counts, and any number of refused ones.
  refused_at timestamptz,
  primary key (chain, round, signature)
);
create unique index beacon_round_counts_once on beacon_round (chain, round) where refused_at is null;
create index beacon_round_refused on beacon_round (refused_at) where refused_at is not null;
create trigger beacon_round_is_kept before truncate on beacon_round for each statement execute function refuse_change();
create trigger beacon_round_is_history before update or delete on beacon_round for each row execute function keep_round();
create trigger beacon_round_is_due before insert on beacon_round for each row execute function refuse_early_round();
