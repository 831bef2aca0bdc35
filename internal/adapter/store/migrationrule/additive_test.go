// Package migrationrule_test checks that migrations break no server of the version before.
package migrationrule_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// released is the newest migration of the version before. Later migrations only add: what a server
// of that version reads and writes stays, and rows that it writes are valid, until it ends because
// the database is newer.
const released = 57

// exceptions are migrations that may break the rule, with the reason.
var exceptions = map[string]string{}

// breaks returns the statements of a migration that an earlier version may not survive.
func breaks(text string) (bad []string) {
	up, _, _ := strings.Cut(text, "-- +goose Down")
	up = regexp.MustCompile(`--[^\n]*`).ReplaceAllString(up, "")
	for statement := range strings.SplitSeq(up, ";") {
		s := strings.ToUpper(strings.Join(strings.Fields(statement), " "))
		column := strings.Contains(s, " ADD COLUMN ")
		switch {
		case regexp.MustCompile(`\bDROP (TABLE|COLUMN|VIEW)\b|\bRENAME\b|\bALTER COLUMN\b|\bADD CONSTRAINT\b|\bCREATE UNIQUE INDEX\b`).MatchString(s),
			column && strings.Contains(s, "NOT NULL") && !strings.Contains(s, "DEFAULT"):
			bad = append(bad, s)
		}
	}
	return bad
}

func TestMigrationsOnlyAdd(t *testing.T) {
	seen := 0
	for _, engine := range []string{"postgres", "sqlite"} {
		files, err := filepath.Glob("../migrations/" + engine + "/*.sql")
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, path := range files {
			name := filepath.Base(path)
			number, err := strconv.Atoi(name[:5])
			if err != nil {
				t.Fatal(err)
			}
			if number <= released || exceptions[name] != "" {
				continue
			}
			seen++
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, statement := range breaks(string(text)) {
				t.Errorf("%s: servers of the version before may fail after: %s", path, statement)
			}
		}
	}
	if seen == 0 {
		t.Skip("no migration is newer than the version before")
	}
}

func TestBreakingStatementsAreFound(t *testing.T) {
	for statement, want := range map[string]int{
		"ALTER TABLE a ADD COLUMN b text":                                      0,
		"ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT ''":                  0,
		"ALTER TABLE a ADD COLUMN b\n  text NOT NULL":                          1,
		"CREATE TABLE a (b text NOT NULL)":                                     0,
		"CREATE INDEX a ON b (c)":                                              0,
		"CREATE UNIQUE INDEX a ON b (c)":                                       1,
		"DROP INDEX a":                                                         0,
		"drop table a":                                                         1,
		"ALTER TABLE a DROP COLUMN b":                                          1,
		"ALTER TABLE a RENAME COLUMN b TO c":                                   1,
		"ALTER TABLE a ALTER COLUMN b SET NOT NULL":                            1,
		"-- DROP TABLE a\nCREATE INDEX a ON b (c)":                             0,
		"CREATE INDEX a ON b (c);\n-- +goose Down\nDROP TABLE a":               0,
		"ALTER TABLE a DROP COLUMN b; DROP TABLE c;\n-- +goose Down\nSELECT 1": 2,
	} {
		if bad := breaks(statement); len(bad) != want {
			t.Errorf("%q: %v", statement, slices.Clone(bad))
		}
	}
}
