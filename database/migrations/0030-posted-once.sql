-- A posting of these happens once, whenever it happens; bets and payouts are kept from happening twice by the keys of ticket and due. It
-- also finds a posting by its reference. It is a table because a unique index of postings by month could not look into other months.
create table posted_once (
  kind posting_kind not null constraint posted_once_kind check (kind not in ('bet', 'payout')),
  reference uuid not null,
  from_account account not null,
  to_account account not null,
  -- the key of the posting
  client_id bigint not null,
  posting_id bigint not null,
  amount bigint not null,
  primary key (kind, reference, from_account, to_account)
);

-- Most postings are read while bets go on. Then nobody posts for a moment, and what was posted meanwhile follows: a transaction of those
-- that were under way cannot be an hour old. A bet locks both tables in this order; the other one would be a deadlock with it.
insert into posted_once (kind, reference, from_account, to_account, client_id, posting_id, amount)
select kind, reference, from_account, to_account, client_id, id, amount from posting where kind not in ('bet', 'payout');
lock table ticket, posting in access exclusive mode;
insert into posted_once (kind, reference, from_account, to_account, client_id, posting_id, amount)
select kind, reference, from_account, to_account, client_id, id, amount from posting
where kind not in ('bet', 'payout') and at >= now() - interval '1 hour'
on conflict do nothing;

create trigger posted_once_is_history before update or delete on posted_once for each row execute function refuse_change();
create trigger posted_once_is_kept before truncate on posted_once for each statement execute function refuse_change();
create trigger posting_is_noted_once after insert on posting for each row
  when (new.kind not in ('bet', 'payout')) execute function note_posted_once();
-- Also where other triggers are off, as for the past of a demonstration.
alter table posting enable always trigger posting_is_noted_once;
drop index posting_once;
