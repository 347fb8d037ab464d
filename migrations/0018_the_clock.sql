-- The only clock that statements read: the real one, unless the session sets another, as a simulation does.
CREATE FUNCTION clock_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select coalesce(nullif(current_setting('long_after.now', true), '')::timestamptz, statement_timestamp())
$$;
