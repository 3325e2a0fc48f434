import type { Queryable } from '#database/connect.ts';
import { careKinds } from '#contract/calls/operator/care.ts';
import type { Sizes } from './sizes.ts';

const signs = (strong: string) =>
  `jsonb_build_array(
     jsonb_build_object('kind', ($2::text[])[n * 7 % cardinality($2) + 1], 'days', 7, 'value', 50000 + n % 100000, 'usual', 4000.5, 'level', case when ${strong} then 2 else 1 end),
     jsonb_build_object('kind', ($2::text[])[(n * 7 + 3) % cardinality($2) + 1], 'days', 28, 'value', 30 + n % 20, 'usual', 4, 'level', 1))`;
const kinds = '($2::text[])[n * 7 % cardinality($2) + 1:n * 7 % cardinality($2) + 1]';

/**
 * Care of a year: one player of twenty has a sign, one of two hundred a strong one. A case for one of fifty, the newest open, with up to
 * nine contacts; and what the worker did by itself.
 */
export async function fillCare(owner: Queryable, { players }: Sizes): Promise<void> {
  const given = [players, careKinds];
  await owner.query(
    `insert into console.care_measure (client_id, measured_at, strong, notable, indicators, act_at)
     select n, now() - n % 300 * interval '1 minute', case when n % 200 = 0 then 1 else 0 end, 1 + n % 3, ${signs('n % 200 = 0')},
       case when n % 200 = 0 then now() + interval '1 day' end
     from generate_series(20, $1::bigint, 20) n`,
    given,
  );
  const cases = Math.max(60, Math.round(players / 50));
  await owner.query(
    `insert into console.care_case (id, client_id, opened_at, opened_by, reason, indicators, kinds, assigned_to, closed_at, closed_by, outcome, closing_reason)
     overriding system value
     select n, 1 + n * 7919 % $1::bigint, at, case when n % 3 = 0 then 'compliance-1' else 'worker' end, case when n % 3 = 0 then 'Bench' end,
       ${signs('n % 3 > 0')}, ${kinds}, case when n % 4 > 0 then 'support-' || n % 3 + 1 end, closed, case when closed is not null then 'support-1' end,
       case when closed is not null then (array['eased', 'tools', 'no_harm', 'unreached'])[n % 4 + 1] end, case when closed is not null then 'Bench' end
     from (
       select n, at, case when n <= $3::bigint - 300 then at + interval '6 days' end as closed
       from (select n, now() - ($3::bigint - n) * (interval '365 days' / $3::bigint) as at from generate_series(1, $3::bigint) n) each
     ) each order by n`,
    [...given, cases],
  );
  await owner.query(
    `insert into console.care_contact (case_id, number, at, by, way, reached, text)
     select c.id, number, c.opened_at + number * interval '8 hours', 'support-1', (array['call', 'message', 'e-mail', 'visit'])[(c.id + number) % 4 + 1],
       (c.id + number) % 3 = 0, 'They spoke about what they play, and what they can do about it.'
     from console.care_case c, generate_series(1, c.id % 10) number
     where c.opened_at + number * interval '8 hours' < now()`,
  );
  await owner.query(
    `insert into console.care_act (client_id, at, did, ends_at, limits, indicators)
     select 1 + n * 7919 % $1::bigint, at, did, at + interval '28 days', case when did = 'limit' then '{"deposit": 20000, "stake": 20000}'::jsonb end, ${signs('true')}
     from (
       select n, now() - ($3::bigint - n) * (interval '365 days' / $3::bigint) as at, case when n % 3 = 0 then 'break' else 'limit' end as did
       from generate_series(1, $3::bigint) n
     ) each order by n`,
    [...given, cases],
  );
}
