package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cohortium/internal/app/console"
)

// remark is one thing that a door says, and what it does because of it.
type remark struct {
	level level
	text  string
}

// door is a way for a file into the program.
type door struct {
	name string
	try  func(t *testing.T, f *doorFile, path string) []remark
}

// TestDoors brings one made file per verdict to every door. Each door gives the same
// evidence and does the same because of it. Where one differs there is a reason:
//   - inspect, preview and push are not told which build the file is on;
//   - preview and push see the beginning of a file; the run that follows reads all of it;
//   - inspect and preview ask about a column that other commands go on without;
//   - a METAL script names the columns, which answers what the names leave open; one that
//     it does not read is evidence about them, and faults in it alone are not reported;
//   - a data set of HERMES has a mapping that a person confirmed, which answers doubts:
//     the report warns of them. So has a data set of the registry that is checked again
//     with columns that a person confirmed;
//   - an index and a table of a page keep all cells as they are: they refuse positions that
//     are wrong, and warn of all else. Names decide nothing there.
func TestDoors(t *testing.T) {
	rows := doorRows(t, 14_500, 1)
	dir := t.TempDir()
	doors := append(commandDoors(t, dir, rows), serverDoors(t)...)
	for i := range doorFiles {
		f := &doorFiles[i]
		path := filepath.Join(dir, fmt.Sprintf("made%d.tsv", i))
		must(t, os.WriteFile(path, f.write(rows), 0o600))
		t.Run(f.name, func(t *testing.T) {
			for _, d := range doors {
				f.compare(t, d.name, d.try(t, f, path))
			}
		})
	}
}

// compare holds what a door says against what it has to.
func (f *doorFile) compare(t *testing.T, door string, said []remark) {
	t.Helper()
	want := f.want(door)
	evidence := f.evidence
	if door == "METAL script" && f.scripted != "" {
		evidence = f.scripted
	}
	got, pattern := silent, regexp.MustCompile("(?s)"+evidence)
	var all strings.Builder
	for _, r := range said {
		fmt.Fprintf(&all, "%s: %s\n", r.level, r.text)
		if r.level > got && pattern.MatchString(r.text) {
			got = r.level
		}
	}
	if got != want {
		t.Errorf("%s %s because of the file, want %s; it says:\n%.1500s", door, got, want, all.String())
	}
}

// want is what a door has to do because of the file.
func (f *doorFile) want(door string) level {
	if l, differs := f.at[door]; differs {
		return l
	}
	confirmed, kept := door == "HERMES" || door == "confirmed data set", keeps(door)
	switch {
	case f.verdict == putAside && (door == "inspect" || door == "preview"):
		return stops
	case f.verdict == nameOpen && (door == "METAL script" || confirmed || kept), f.verdict == sure:
		return silent
	case f.verdict == doubt && (confirmed || kept), f.verdict == noted, f.verdict == putAside:
		return warns
	}
	return stops
}

// keeps says that a door keeps the cells of a file as they are.
func keeps(door string) bool {
	return door == "index" || door == "index of the server" || door == "page table"
}

// commandDoor is a door of the command line: what stops it, or what it warns of.
func commandDoor(name string, args func(t *testing.T, f *doorFile, path string) []string) door {
	return door{name, func(t *testing.T, f *doorFile, path string) []remark {
		var out, said bytes.Buffer
		status := Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said}, args(t, f, path))
		if warned, refused, _ := strings.Cut(said.String(), "cohortium: "); status == console.ExitUsage {
			return []remark{{warns, warned}, {stops, refused}}
		}
		return []remark{{warns, said.String()}}
	}}
}

func commandDoors(t *testing.T, dir string, rows []doorRow) []door {
	t.Helper()
	other := written(t, dir, "other.tsv", (&doorFile{}).write(doorRows(t, 1200, 2))) // independent of the others
	scores := []byte("CHR\tSNP\tBP\tL2\n")
	for i := range rows {
		scores = fmt.Appendf(scores, "%d\trs%d\t%d\t%d\n", rows[i].chromosome, rows[i].rsid, rows[i].pos37, 10+i%90)
	}
	ld := written(t, dir, "scores.tsv", scores)
	out := func(t *testing.T, name string) string { return filepath.Join(t.TempDir(), name) }
	return []door{
		{"inspect", func(t *testing.T, _ *doorFile, path string) []remark {
			var out bytes.Buffer
			if status := Run(&console.Env{Ctx: t.Context(), Stdout: &out, Stderr: &out}, []string{"sumstats", "inspect", "--whole", path}); status != console.ExitOK {
				return []remark{{stops, out.String()}}
			}
			return inspected(t, out.Bytes())
		}},
		{"check", checkDoor},
		commandDoor("convert", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "convert", path, "--to", "gwas-ssf", "--build", "GRCh37", "-o", out(t, "out.tsv")}
		}),
		commandDoor("liftover", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "liftover", path, "--from", "GRCh37", "--to", "GRCh38", "-o", out(t, "out.tsv")}
		}),
		{"qc", func(t *testing.T, _ *doorFile, path string) []remark {
			folder, said := t.TempDir(), bytes.Buffer{}
			if status := Run(&console.Env{Ctx: t.Context(), Stdout: &said, Stderr: &said}, []string{"sumstats", "qc", path, "--build", "GRCh37", "-o", folder}); status == console.ExitUsage {
				return []remark{{stops, said.String()}}
			}
			report, err := os.ReadFile(filepath.Join(folder, "report.json"))
			must(t, err)
			return reportRemarks(t, report)
		}},
		commandDoor("meta", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "meta", path, other, "--build", "GRCh37", "--scale", "log_odds", "-o", out(t, "meta")}
		}),
		commandDoor("METAL script", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "meta", "--metal-script", metalScript(t, f, path, other), "--build", "GRCh37", "--scale", "log_odds", "-o", out(t, "meta")}
		}),
		commandDoor("index", func(t *testing.T, _ *doorFile, path string) []string {
			return []string{"index", "build", path, "--build", "GRCh37", "-o", out(t, "out")}
		}),
		commandDoor("rg", func(_ *testing.T, _ *doorFile, path string) []string {
			return []string{"sumstats", "rg", path, "--ld-scores", ld, "--build", "GRCh37"}
		}),
	}
}

// metalScript names the columns that the made file has.
func metalScript(t *testing.T, f *doorFile, path, other string) string {
	t.Helper()
	study := func(path string) string {
		text, err := os.ReadFile(path)
		must(t, err)
		header, _, _ := strings.Cut(string(text), "\n")
		alleles := "EA NEA"
		if strings.Contains(header, "A1") {
			alleles = "A1 A2"
		}
		script := "MARKER SNP\nALLELE " + alleles + "\nEFFECT BETA\nPVALUE P\nWEIGHT N\nSTDERR SE\n"
		if strings.Contains(header, "EAF") {
			script += "FREQ EAF\n"
		}
		return script + "PROCESS " + path + "\n"
	}
	scheme := "SCHEME STDERR\n"
	if f.byN {
		scheme = "SCHEME SAMPLESIZE\n"
	}
	return written(t, t.TempDir(), "metal.txt", []byte(scheme+study(path)+study(other)+"ANALYZE\n"))
}

func checkDoor(t *testing.T, _ *doorFile, path string) []remark {
	var out bytes.Buffer
	if status := Run(&console.Env{Ctx: t.Context(), Stdout: &out, Stderr: &out}, []string{"sumstats", "check", "--build", "GRCh37", "--json", path}); status == console.ExitUsage {
		return []remark{{stops, out.String()}}
	}
	var report struct{ Findings []foundHere }
	must(t, json.Unmarshal(out.Bytes(), &report))
	return remarksOf(report.Findings)
}

// foundHere is a finding, as the command line and as calls give it.
type foundHere struct{ Level, Severity, Message string }

func remarksOf(findings []foundHere) (said []remark) {
	for _, f := range findings {
		said = append(said, remark{map[string]level{"block": stops, "warn": warns}[f.Level+f.Severity], f.Message})
	}
	return said
}

// inspected are the questions and findings of an inspection.
func inspected(t *testing.T, text []byte) []remark {
	t.Helper()
	var in struct {
		Questions []struct {
			Question string
			Evidence []string
		}
		Findings []foundHere
	}
	must(t, json.Unmarshal(text, &in))
	said := remarksOf(in.Findings)
	for _, q := range in.Questions {
		said = append(said, remark{stops, strings.Join(q.Evidence, " ") + " " + q.Question})
	}
	return said
}

// reportRemarks are the steps of a report of quality control, and the findings beside them.
func reportRemarks(t *testing.T, text []byte) []remark {
	t.Helper()
	var report struct {
		Steps []struct {
			Verdict  string
			Messages []string
		}
		Findings []foundHere
	}
	must(t, json.Unmarshal(text, &report))
	said := remarksOf(report.Findings)
	for _, s := range report.Steps {
		said = append(said, remark{map[string]level{"fail": stops, "warn": warns}[s.Verdict], strings.Join(s.Messages, "\n")})
	}
	return said
}
