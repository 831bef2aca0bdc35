package attack

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var elsewhere = flag.Bool("elsewhere", false, "run the attacks beside what they attack, too, and add their figures")

// beside are the tests in other packages that count their tries.
var beside = map[string][]string{
	"platform/fetch": {"TestSEC45Addresses", "TestSEC45RebindingOfARealResolver"},
	"adapter/jobs":   {"TestSQLite", "TestPostgres"},
	"adapter/httpapi": {
		"TestSEC28Policy", "TestSEC31FieldsOfTheServerAreRefused", "TestSEC37SignedLinks", "TestSEC44HostileParameters",
		"TestADatabaseThatTakesNoChanges", "TestADiskThatIsFull", "TestClocksThatJump", "TestGuessesOfAClockThatWasAhead",
		"TestEveryKindOfThingComesBackFromItsBin", "TestRecordsInUseAreNotDeletedSilently",
	},
}

// TestElsewhere adds the figures of the tests in other packages. Without -elsewhere it only checks
// that there are such tests.
func TestElsewhere(t *testing.T) {
	for name, tests := range beside {
		sources, err := filepath.Glob("../../" + name + "/*_test.go")
		must(t, err)
		text := ""
		for _, path := range sources {
			content, err := os.ReadFile(path)
			must(t, err)
			text += string(content)
		}
		for _, test := range tests {
			if !strings.Contains(text, "func "+test+"(") {
				t.Errorf("there is no %s in internal/%s", test, name)
			}
		}
		if !*elsewhere {
			continue
		}
		cmd := exec.CommandContext(
			t.Context(),
			"go",
			"test",
			"-vet=off",
			"-count=1",
			"-v",
			"-run",
			"^("+strings.Join(tests, "|")+")$",
			"cohortium/internal/"+name,
		)
		out, err := cmd.Output()
		if read(string(out)); err != nil {
			t.Errorf("internal/%s: %v\n%.20000s", name, err, out)
		}
	}
}

// read notes the figures in the output of other tests.
func read(output string) {
	for l := range strings.Lines(output) {
		_, text, found := strings.Cut(strings.TrimSpace(l), "attack: ")
		name, rest, is := strings.Cut(text, " | ")
		f := Figures{Attack: name}
		if _, err := fmt.Sscanf(rest, "%d tries | %d held", &f.Tries, &f.Held); found && is && err == nil {
			note(f)
		}
	}
}

func TestReadFigures(t *testing.T) {
	before := all["one of the test"]
	read("noise\n    attack.go:40: attack: one of the test | 12 tries | 11 held\nattack: broken | x tries\n")
	got := all["one of the test"]
	if got.Tries-before.Tries != 12 || got.Held-before.Held != 11 || len(all["broken"].Attack) > 0 {
		t.Errorf("%+v", got)
	}
	delete(all, "one of the test")
}
