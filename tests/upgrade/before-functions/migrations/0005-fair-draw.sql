-- The sealed draw: what each draw commits itself to before sales, the seal over its tickets, and what reveals its result.
--
-- The records are kept as the very bytes that are published and signed. The application adds rows and never changes one.

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
  constraint commitment_names_a_round check ((beacon_chain is null) = (beacon_round is null))
);

-- The chain of seals. That no two seals name the same one before them keeps the chain from ever forking.
create table seal (
  number bigint primary key,
  draw_id uuid not null constraint seal_once_a_draw unique references draw,
  record bytea not null constraint seal_record_length check (octet_length(record) = 168),
  signature bytea not null constraint seal_signature_length check (octet_length(signature) = 64),
  hash bytea not null generated always as (sha256(record)) stored constraint seal_hash_once unique,
  previous bytea not null generated always as (substring(record from 137 for 32)) stored constraint seal_follows_once unique
);

-- The hashes of a sealed draw's tree, 256 a row. Tier 0 holds the leaves; a tier above holds the roots of the rows below it.
create table tree_chunk (
  draw_id uuid not null,
  tier smallint not null,
  chunk integer not null,
  hashes bytea not null constraint tree_chunk_length check (octet_length(hashes) between 32 and 8192),
  first_hash bytea not null generated always as (substring(hashes from 1 for 32)) stored,
  primary key (draw_id, tier, chunk)
);
-- Hashes do not compress, so trying to would be time lost.
alter table tree_chunk alter column hashes set storage external;
-- The leaves ascend, so the row that may hold a leaf is the last one that does not begin after it.
create index tree_chunk_leaf on tree_chunk (draw_id, first_hash) where tier = 0;

-- A draw's seed once it is public: with a beacon as soon as the draw is sealed, without one when it is drawn.
create table reveal (
  draw_id uuid primary key references draw,
  seed bytea not null constraint reveal_seed_length check (octet_length(seed) = 32)
);

-- Values of the beacon whose signatures were verified.
create table beacon_round (
  chain bytea not null,
  round bigint not null,
  signature bytea not null,
  primary key (chain, round)
);

-- A closed draw is sealed, and only a sealed draw is drawn.
alter table draw
  add column sealed_at timestamptz,
  add constraint draw_drawn_was_sealed check (status not in ('drawn', 'settled') or sealed_at is not null);

create function keep_draw_seal() returns trigger language plpgsql as $$
begin
  if old.sealed_at is not null or old.status <> 'closed' or new.status <> 'closed' then
    raise exception 'draw % cannot be sealed', old.id using errcode = 'restrict_violation';
  end if;
  perform pg_notify('draw', 'sealed ' || new.id);
  return new;
end
$$;
create trigger draw_seal before update on draw
  for each row when (new.sealed_at is distinct from old.sealed_at) execute function keep_draw_seal();

-- The clock that the seal names was read a little before it commits. A process that was held up in between must not
-- publish a seal when the beacon's value may be known.
create function refuse_late_seal() returns trigger language plpgsql as $$
begin
  if clock_timestamp() not between new.closes_at and new.draws_at then
    raise exception 'draw % is sealed too late', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create constraint trigger draw_sealed_in_time after update on draw deferrable initially deferred
  for each row when (new.sealed_at is distinct from old.sealed_at) execute function refuse_late_seal();

create trigger commitment_is_history before update or delete on commitment for each row execute function refuse_change();
create trigger commitment_is_kept before truncate on commitment for each statement execute function refuse_change();
create trigger seal_is_history before update or delete on seal for each row execute function refuse_change();
create trigger seal_is_kept before truncate on seal for each statement execute function refuse_change();
create trigger tree_chunk_is_history before update or delete on tree_chunk for each row execute function refuse_change();
create trigger tree_chunk_is_kept before truncate on tree_chunk for each statement execute function refuse_change();
create trigger reveal_is_history before update or delete on reveal for each row execute function refuse_change();
create trigger reveal_is_kept before truncate on reveal for each statement execute function refuse_change();
create trigger beacon_round_is_history before update or delete on beacon_round
  for each row execute function refuse_change();
create trigger beacon_round_is_kept before truncate on beacon_round for each statement execute function refuse_change();

grant select, insert on commitment, seal, tree_chunk, reveal, beacon_round to izi_app;
grant update (sealed_at) on draw to izi_app;
