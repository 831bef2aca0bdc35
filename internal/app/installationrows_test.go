package app

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/file"
)

// row inserts a row into the current database. Missing required fields are zero, and foreign keys
// are not checked.
func (in *installation) row(t *testing.T, table string, values map[string]any) {
	t.Helper()
	db := in.db(t)
	defer func() { must(t, db.Close()) }()
	needed := "SELECT name, type FROM pragma_table_info($1) WHERE \"notnull\" AND dflt_value IS NULL"
	if in.address != "" {
		needed = "SELECT column_name, upper(data_type) FROM information_schema.columns WHERE table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL"
	}
	rows, err := db.QueryContext(t.Context(), needed, table)
	must(t, err)
	defer func() { must(t, rows.Close()) }()
	for rows.Next() {
		var name, kind string
		must(t, rows.Scan(&name, &kind))
		if _, given := values[name]; !given {
			values[name] = map[string]any{"INTEGER": 0, "BIGINT": 0, "REAL": 0, "DOUBLE PRECISION": 0, "BOOLEAN": false, "BLOB": []byte{}, "BYTEA": []byte{},
				"TIMESTAMP": console.Now().Add(in.skew), "TIMESTAMP WITH TIME ZONE": console.Now().Add(in.skew)}[kind]
			if values[name] == nil {
				values[name] = ""
			}
		}
	}
	must(t, rows.Err())
	var names, marks []string
	var args []any
	for name, value := range values {
		names, args = append(names, name), append(args, value)
		marks = append(marks, fmt.Sprintf("$%d", len(args)))
	}
	_, err = db.ExecContext(t.Context(), "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", args...)
	must(t, err)
}

// count returns the number that a query returns.
func (in *installation) count(t *testing.T, query string) (n int) {
	t.Helper()
	db := in.db(t)
	defer func() { must(t, db.Close()) }()
	must(t, db.QueryRowContext(t.Context(), query).Scan(&n))
	return n
}

// send stores a file, registered or not, with an entry in the audit trail.
func (in *installation) send(t *testing.T, k *stack, registered bool) {
	t.Helper()
	ctx := t.Context()
	if in.files++; in.files == 1 {
		storetest.AddUser(t, k.store, "u1")
	}
	id, content := newID(), fmt.Sprintf("file %d", in.files)
	part := file.Part{FileID: id, ID: "p", Size: int64(len(content))}
	size, sum, err := k.blobs.Put(ctx, part.Key(), strings.NewReader(content))
	must(t, err)
	f := &file.File{ID: id, OwnerID: "u1", Name: id, Size: size, HashState: []byte{}, Registered: registered,
		CreatedAt: console.Now(), UpdatedAt: console.Now(), ExpiresAt: console.Now().Add(in.skew).Add(48 * time.Hour)}
	must(t, k.store.CreateFile(ctx, f, 1000, 1<<40))
	f.Received, f.Complete, f.SHA256 = size, true, sum
	must(t, k.store.AppendPart(ctx, f, part, nil))
	must(t, k.audit.Record(ctx, audit.Entry{Action: audit.Created, Object: "file", ObjectID: id}))
	in.now[part.Key()] = content
	if !registered {
		in.ends([]string{part.Key()}, 48*time.Hour)
	}
}

// register registers every waiting file.
func (in *installation) register(t *testing.T, k *stack) {
	t.Helper()
	pending, err := k.store.PendingFiles(t.Context(), "u1")
	must(t, err)
	for _, f := range pending {
		must(t, k.store.Exec(t.Context(), "UPDATE upload_files SET registered = TRUE WHERE id = $1", f.ID))
		must(t, k.audit.Record(t.Context(), audit.Entry{Action: audit.Changed, Object: "file", ObjectID: f.ID}))
		in.name(t, []string{file.Part{FileID: f.ID, ID: "p"}.Key()})
	}
}

// save copies the current database.
func (in *installation) save(t *testing.T) {
	t.Helper()
	from := in.address
	if from == "" {
		from = in.database()
	}
	in.saved, in.named = append(in.saved, in.copied(t, from)), append(in.named, maps.Clone(in.now))
}

// restore replaces the current database, which it saves, with a saved copy.
func (in *installation) restore(t *testing.T, i int) {
	t.Helper()
	in.save(t)
	to := in.copied(t, in.saved[i])
	if in.address != "" {
		in.address = to
	} else {
		must(t, os.Rename(to, in.database()))
	}
	in.now = maps.Clone(in.named[i])
}
