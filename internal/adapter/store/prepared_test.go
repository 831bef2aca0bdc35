package store

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
)

// TestPrepared runs the same texts repeatedly from several goroutines, and more of them than are
// cached.
func TestPrepared(t *testing.T) {
	db, err := sql.Open("sqlite", sqliteDSN(filepath.Join(t.TempDir(), "a.db")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	p := newPrepared(db)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for want := range mostPrepared + 20 {
				var got int
				if err := p.QueryRowContext(t.Context(), fmt.Sprintf("SELECT %d + ?1", want), 0).Scan(&got); err != nil || got != want {
					t.Errorf("SELECT %d gives %d, %v", want, got, err)
				}
			}
		})
	}
	all.Wait()
	if n := len(p.statements); n != mostPrepared {
		t.Errorf("%d statements are kept, not %d", n, mostPrepared)
	}
	if err := p.QueryRowContext(t.Context(), "SELECT nothing FROM nowhere").Scan(new(int)); err == nil {
		t.Error("a text that cannot be prepared gives no error")
	}
}
