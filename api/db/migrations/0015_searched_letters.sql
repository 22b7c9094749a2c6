-- Texts stored for searches, with letters folded as `api/contract/search-text.ts` folds them since then.
CREATE FUNCTION fold_letters(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT translate(
		replace(replace(replace(replace(word, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
		'øłđðħıĸŋŧƀɓɖɗɠǥɨƙƚɲɵƭʉƴƶς',
		'olddhikntbbddggiklnotuyzσ')
$$;--> statement-breakpoint
CREATE FUNCTION fold_words(words tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
	SELECT array_to_tsvector(ARRAY(SELECT DISTINCT left(fold_letters(word), 100) FROM unnest(tsvector_to_array(words)) AS word))
$$;--> statement-breakpoint
UPDATE users SET
	sort_name = left(fold_letters(sort_name), 200),
	name_words = fold_words(name_words),
	search_words = fold_words(search_words)
WHERE sort_name || ' ' || search_words::text ~ '[ßæœþøłđðħıĸŋŧƀɓɖɗɠǥɨƙƚɲɵƭʉƴƶς]';--> statement-breakpoint
UPDATE cues SET search_words = fold_words(search_words)
WHERE search_words::text ~ '[ßæœþøłđðħıĸŋŧƀɓɖɗɠǥɨƙƚɲɵƭʉƴƶς]';--> statement-breakpoint
DROP FUNCTION fold_words;--> statement-breakpoint
DROP FUNCTION fold_letters;
