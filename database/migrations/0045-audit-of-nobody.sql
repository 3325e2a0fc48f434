-- An admin sees lines about operators, some of which no operator wrote.
create index audit_of_nobody_about_operators on console.audit (number)
  where operator_id is null and split_part(subject, ' ', 1) = 'operator';
