package hermes

import (
	"os/exec"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/file"
)

// TestHostileNamesInACommand gives the command of a meta-analysis to a shell. Each clean file is one word: the name
// under which it was downloaded; and so is each name of a study.
func TestHostileNamesInACommand(t *testing.T) {
	var script strings.Builder
	var names []string
	for _, name := range hostile.Names() {
		if strings.Contains(name, "\x00") || len(name) > 1000 { // names of data sets are shorter, and without control characters
			continue
		}
		names = append(names, name)
		m := &Meta{Summary: []byte(`{"settings":{}}`), Inputs: []MetaInput{{DatasetName: name, NTotal: 10}}}
		_, words, found := strings.Cut(m.command(), "cohortium ")
		if !found {
			t.Fatalf("%q has the command %q", name, m.command())
		}
		script.WriteString("said " + words + "\n")
	}
	sh := exec.CommandContext(t.Context(), "sh", "-s")
	sh.Stdin = strings.NewReader("said() { printf '%s\\0' \"$@\"; printf 'END\\0'; }\n" + script.String())
	out, err := sh.Output()
	if err != nil {
		t.Fatal(err)
	}
	commands := strings.Split(strings.TrimSuffix(string(out), "\x00END\x00"), "\x00END\x00")
	if len(commands) != len(names) {
		t.Fatalf("%d names, %d commands", len(names), len(commands))
	}
	for i, name := range names {
		words := strings.Split(commands[i], "\x00")
		path := words[2]
		if saved := file.NameOnDisk(name + ".clean.tsv.gz"); path != saved && path != "./"+saved || strings.HasPrefix(path, "-") {
			t.Errorf("%q is read from %q", name, path)
		}
		if all := strings.Join(words[3:], "\x00"); !strings.Contains(all, "--n\x00"+path+"=10") {
			t.Errorf("%q: %q", name, words)
		}
	}
}
