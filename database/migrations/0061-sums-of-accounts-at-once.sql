-- It has other arguments now: functions/operators-reports-money.sql.
drop function if exists console.account_sums(bigint[], timestamptz, timestamptz, text);
