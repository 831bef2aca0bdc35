package store

import (
	"context"
	"database/sql"
	"errors"

	"cohortium/internal/platform/audit"
)

// objectUser is the kind of accounts in the trail, which also act.
const objectUser = "user"

// nameQueries find the name of an object of the audit trail, by its kind. Kinds without a query
// have only an id.
func nameQueries() map[string]string {
	return map[string]string{
		objectUser:          "SELECT user_name FROM users WHERE id = $1",
		"token":             "SELECT name FROM api_tokens WHERE id = $1",
		"access-request":    "SELECT email FROM access_requests WHERE id = $1",
		"file":              "SELECT file_name FROM upload_files WHERE id = $1",
		"upload":            "SELECT dataset_name FROM hermes_uploads WHERE id = $1",
		"meta":              "SELECT name FROM meta_analyses WHERE id = $1",
		"prepared-meta":     "SELECT name FROM prepared_metas WHERE id = $1",
		"freeze":            "SELECT name FROM freezes WHERE id = $1",
		"hermes-phenotype":  "SELECT description FROM hermes_phenotypes WHERE code = $1",
		"phenotype-request": "SELECT wanted FROM hermes_phenotype_requests WHERE id = $1",
		"cohort":            "SELECT name FROM sgc_cohorts WHERE id = $1",
		"phenotype":         "SELECT description FROM sgc_phenotypes WHERE code = $1",
		"study":             "SELECT name FROM studies WHERE id = $1",
		"dataset":           "SELECT name FROM datasets WHERE id = $1",
		"dataset-batch":     "SELECT 'by ' || by_whom FROM dataset_batches WHERE id = $1",
		"index":             "SELECT name FROM indexes WHERE id = $1",
		"table":             "SELECT name FROM page_tables WHERE id = $1",
		"page":              "SELECT title FROM pages WHERE id = $1",
		"tool run":          "SELECT file_name FROM tool_runs WHERE id = $1",
		"archive":           "SELECT 'asked for by ' || asked_by FROM sgc_archives WHERE id = $1",
	}
}

// noteNames stores the names of an entry's object and actor, as this transaction sees them. Deleted
// objects keep their last name. Every change of a name has an entry, so no other place needs to
// store names.
func (t *tx) noteNames(ctx context.Context, e *audit.Event) error {
	if err := t.noteName(ctx, e.Object, e.ObjectID); err != nil || e.ActorID == "" || e.Object == objectUser && e.ObjectID == e.ActorID {
		return err
	}
	return t.noteName(ctx, objectUser, e.ActorID)
}

func (t *tx) noteName(ctx context.Context, object, id string) error {
	query, known := nameQueries()[object]
	if !known || id == "" {
		return nil
	}
	var name []byte // names of files are not always text
	err := t.db.QueryRowContext(ctx, query, id).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	text := printable(string(name))
	_, err = t.db.ExecContext(ctx, `INSERT INTO audit_names (object, object_id, name, name_key) VALUES ($1, $2, $3, $4)
	ON CONFLICT (object, object_id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key WHERE audit_names.name <> excluded.name`,
		object, id, text, fold(text))
	return err
}

// nameEvents adds the current names of objects and people to entries.
func (s *Store) nameEvents(ctx context.Context, page []audit.Event) error {
	type key struct{ object, id string }
	names := make(map[key]string)
	ids := make([]string, 0, 2*len(page))
	for i := range page {
		ids = append(ids, page[i].ObjectID, page[i].ActorID)
	}
	if len(ids) == 0 {
		return nil
	}
	var where filter
	where.in("object_id", ids)
	_, err := selectAll(ctx, s, "SELECT object, object_id, name FROM audit_names"+where.sql(), where.args, func(row scanner) (struct{}, error) {
		var k key
		var name string
		err := row.Scan(&k.object, &k.id, &name)
		names[k] = name
		return struct{}{}, err
	})
	for i := range page {
		e := &page[i]
		e.ObjectName = names[key{e.Object, e.ObjectID}]
		e.ActorName = names[key{objectUser, e.ActorID}]
	}
	return err
}

// eventWords searches for words in entries and in the names of their objects.
func (f *filter) eventWords(words []string) {
	for _, word := range words {
		f.add(`(search_key LIKE %s ESCAPE '!' OR EXISTS (SELECT 1 FROM audit_names AS n WHERE n.object = audit_events.object
	AND n.object_id = audit_events.object_id AND n.name_key LIKE %s ESCAPE '!'))`, like(word), like(word))
	}
}
