package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	_ "modernc.org/sqlite" // the same library as the server's
)

// startPlain runs the plain server on a database file in a separate process.
func startPlain(database string) (*registry, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	stop, err := started(self, "-plain", database, "-listen", address)
	if err != nil {
		return nil, err
	}
	s := &registry{base: "http://" + address, stop: stop}
	for range 100 {
		if _, err = plainPage(s.base); err == nil {
			return s, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	stop()
	return nil, fmt.Errorf("the plain server is not ready: %w", err)
}

// plainPage requests a page of the plain server once.
func plainPage(address string) ([]byte, error) {
	w, err := dial(address)
	if err != nil {
		return nil, err
	}
	defer w.close()
	return w.get(address, "")
}

// plainRow is a row of the list from the plain server.
type plainRow struct {
	ID, Name, Study, Institution, DataType, Build, Ancestry, Sex, Status, Owner, Sharing, Metadata, CreatedAt, UpdatedAt string
	N, Files, Bytes, Version                                                                                             int64
}

// plain serves a page of thirty data sets to any client: no sign-in, no rights, no filters, one
// statement.
func plain(database, address string) error {
	db, err := sql.Open("sqlite", "file:"+database+"?mode=ro&_pragma=cache_size(-16384)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(4)
	page, err := db.Prepare(`SELECT d.id, d.name, s.name, s.institution, data_type, genome_build, ancestry, sex, status, owner, sharing, metadata,
		CAST(d.created_at AS TEXT), CAST(updated_at AS TEXT), global_sample_size, files, bytes, d.version
		FROM datasets d JOIN studies s ON s.id = d.study_id WHERE deleted_at IS NULL ORDER BY updated_at DESC, d.id DESC LIMIT 30`)
	if err != nil {
		return err
	}
	return http.ListenAndServe(address, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rows, err := page.QueryContext(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer rows.Close()
		list := make([]plainRow, 0, 30)
		for rows.Next() {
			var x plainRow
			if err := rows.Scan(&x.ID, &x.Name, &x.Study, &x.Institution, &x.DataType, &x.Build, &x.Ancestry, &x.Sex, &x.Status, &x.Owner,
				&x.Sharing, &x.Metadata, &x.CreatedAt, &x.UpdatedAt, &x.N, &x.Files, &x.Bytes, &x.Version); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			list = append(list, x)
		}
		if err := rows.Err(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_ = json.NewEncoder(w).Encode(list) // the client may be gone
	}))
}
