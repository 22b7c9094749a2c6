-- Dogs that no session shown to partners names are gone from the feeds of their owners. Looks only at the dogs of feeds
-- and the sessions of these dogs.
WITH unseen AS (
	SELECT feed, row_id, row_number() OVER (PARTITION BY feed ORDER BY row_id) AS place, count(*) OVER (PARTITION BY feed) AS dogs
	FROM feed_entries AS dog
	WHERE entity = 'partnerDogs' AND NOT gone AND NOT EXISTS (
		SELECT FROM videos JOIN feed_entries AS session
			ON session.feed = dog.feed AND session.entity = 'videos' AND session.row_id = videos.id AND NOT session.gone
		WHERE videos.dog_id = dog.row_id AND videos.deleted_at IS NULL
	)
), raised AS (
	UPDATE feeds SET head = head + moved.dogs
	FROM (SELECT DISTINCT feed, dogs FROM unseen) AS moved
	WHERE feeds.name = moved.feed
	RETURNING feeds.name, feeds.head
)
UPDATE feed_entries SET gone = true, at = now(), position = raised.head - unseen.dogs + unseen.place
FROM unseen JOIN raised ON raised.name = unseen.feed
WHERE feed_entries.feed = unseen.feed AND feed_entries.entity = 'partnerDogs' AND feed_entries.row_id = unseen.row_id;
