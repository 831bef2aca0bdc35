package store

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestRewrite(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"placeholders", "SELECT $1, $23 FROM t WHERE a = $1", "SELECT ?1, ?23 FROM t WHERE a = ?1"},
		{"quoted text stays", "SELECT 'costs $1' || '''$2' || $3", "SELECT 'costs $1' || '''$2' || ?3"},
		{"a dollar alone stays", "SELECT '$', $a, $0, $", "SELECT '$', $a, $0, $"},
		{"lock at the end goes", "SELECT 1 FROM t LIMIT 5 FOR UPDATE;\n", "SELECT 1 FROM t LIMIT 5"},
		{"lock without waiting goes", "SELECT 1 FROM t FOR UPDATE NOWAIT", "SELECT 1 FROM t"},
		{"nothing to do", "SELECT 1", "SELECT 1"},
	} {
		if got := rewrite(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestTimeTextOrder: the text of times sorts as the times do, and is read back unchanged.
func TestTimeTextOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) time.Time {
			return time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, name)).In(time.FixedZone("", rapid.IntRange(-40000, 40000).Draw(t, name+" zone")))
		}
		a, b := draw("a"), draw("b")
		d := &dialect{engine: SQLite}
		ta, tb := d.time(a).(string), d.time(b).(string)
		if strings.Compare(ta, tb) != a.Compare(b) {
			t.Errorf("%s and %s are in another order as text: %s, %s", a, b, ta, tb)
		}
		if back, err := time.Parse(timeText, ta); err != nil || !back.Equal(a) {
			t.Errorf("%s came back as %s, %v", a, back, err)
		}
	})
}

func TestFold(t *testing.T) {
	same := [][]string{
		{"Zoë", "ZOË", " zoë ", "zoe\u0308", "ZOE\u0308"},
		{"Straße", "STRASSE"},
		{"ΣΊΣΥΦΟΣ", "σίσυφος"},
	}
	for _, names := range same {
		for _, n := range names[1:] {
			if fold(n) != fold(names[0]) {
				t.Errorf("%q and %q are told apart", names[0], n)
			}
		}
	}
	if fold("zoe") == fold("zoë") {
		t.Error("accents are lost")
	}
}

func TestLike(t *testing.T) {
	if got, want := like(`50%_!x`), `%50!%!_!!x%`; got != want {
		t.Errorf("pattern = %s, want %s", got, want)
	}
}

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"postgres://jane:secret@db.example.org/x":        "postgres://jane@db.example.org/x",
		"postgres://jane:s@cret@db/x?sslmode=disable":    "postgres://jane@db/x",
		"postgres:///x?host=/run&user=j&password=secret": "postgres:///x",
		"sqlite:///var/lib/c.db":                         "sqlite:///var/lib/c.db",
		"secret":                                         "(not a URL)",
	} {
		if got := Redact(in); got != want {
			t.Errorf("Redact(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestMigrationsAreTwins: every migration is there for both engines.
func TestMigrationsAreTwins(t *testing.T) {
	names := func(engine Engine) string {
		entries, err := migrations.ReadDir("migrations/" + string(engine))
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return strings.Join(all, "\n")
	}
	if lite, pg := names(SQLite), names(Postgres); lite != pg {
		t.Errorf("SQLite has\n%s\nPostgreSQL has\n%s", lite, pg)
	}
}
