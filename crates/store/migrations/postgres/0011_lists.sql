-- The elements of a JSON array as the embedded database yields them, so that statements with lists are the same in both.
-- (The system's function of this name takes `json`, and objects only.)
CREATE FUNCTION json_each(list TEXT) RETURNS TABLE (key BIGINT, value JSONB)
    LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
    AS 'SELECT place - 1, element FROM jsonb_array_elements(list::jsonb) WITH ORDINALITY AS one (element, place)';
