-- What somebody did of one kind: where they never did it, the list read all of their lines in search of one.
create index audit_act_by on console.audit (act, operator_id, number);
-- Which acts are whose: the worker's are none of an operator's.
create statistics console.audit_who_acts (mcv) on operator_id, act from console.audit;
analyze console.audit;
