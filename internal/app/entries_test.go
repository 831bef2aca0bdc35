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

// remark is one message of an entry, with its reaction.
type remark struct {
	level level
	text  string
}

// entry is a way for a file into the program.
type entry struct {
	name string
	try  func(t *testing.T, f *entryFile, path string) []remark
}

// TestEveryEntryReadsAFileAlike sends one file per verdict to every entry. Each entry reports the same evidence and
// reacts in the same way. Differences have these reasons:
//   - inspect, preview and push do not know the build of the file;
//   - preview and push read the start of a file; the following run reads all of it;
//   - inspect and preview ask about a column that other commands can do without;
//   - a METAL script maps the columns, which answers open questions about names; a column that it
//     does not use is still evidence, but its own faults are not reported;
//   - a HERMES data set has a confirmed mapping, which answers doubts, so that the report only
//     warns. The same is true for a registry data set that is checked again with confirmed columns;
//   - an index and a page table keep all cells unchanged: they refuse wrong positions and warn of
//     everything else. Column names do not matter there.
func TestEveryEntryReadsAFileAlike(t *testing.T) {
	rows := entryRows(t, 14_500, 1)
	dir := t.TempDir()
	entries := append(commandEntries(t, dir, rows), serverEntries(t)...)
	for i := range entryFiles {
		f := &entryFiles[i]
		path := filepath.Join(dir, fmt.Sprintf("made%d.tsv", i))
		must(t, os.WriteFile(path, f.write(rows), 0o600))
		t.Run(f.name, func(t *testing.T) {
			for _, d := range entries {
				f.compare(t, d.name, d.try(t, f, path))
			}
		})
	}
}

// compare compares the messages of an entry with the expected ones.
func (f *entryFile) compare(t *testing.T, entry string, said []remark) {
	t.Helper()
	want := f.want(entry)
	evidence := f.evidence
	if entry == "METAL script" && f.scripted != "" {
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
		t.Errorf("%s %s because of the file, want %s; it says:\n%.1500s", entry, got, want, all.String())
	}
}

// want returns the expected reaction of an entry to the file.
func (f *entryFile) want(entry string) level {
	if l, differs := f.at[entry]; differs {
		return l
	}
	confirmed, kept := entry == "HERMES" || entry == "confirmed data set", keeps(entry)
	switch {
	case f.verdict == putAside && (entry == "inspect" || entry == "preview"):
		return stops
	case f.verdict == nameOpen && (entry == "METAL script" || confirmed || kept), f.verdict == sure:
		return silent
	case f.verdict == doubt && (confirmed || kept), f.verdict == noted, f.verdict == putAside:
		return warns
	}
	return stops
}

// keeps reports whether an entry keeps the cells of a file unchanged.
func keeps(entry string) bool {
	return entry == "index" || entry == "index of the server" || entry == "page table"
}

// commandEntry returns an entry of the command line: its refusals and warnings.
func commandEntry(name string, args func(t *testing.T, f *entryFile, path string) []string) entry {
	return entry{name, func(t *testing.T, f *entryFile, path string) []remark {
		var out, said bytes.Buffer
		status := Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said}, args(t, f, path))
		if warned, refused, _ := strings.Cut(said.String(), "cohortium: "); status == console.ExitUsage {
			return []remark{{warns, warned}, {stops, refused}}
		}
		return []remark{{warns, said.String()}}
	}}
}

func commandEntries(t *testing.T, dir string, rows []entryRow) []entry {
	t.Helper()
	other := written(t, dir, "other.tsv", (&entryFile{}).write(entryRows(t, 1200, 2))) // independent of the others
	scores := []byte("CHR\tSNP\tBP\tL2\n")
	for i := range rows {
		scores = fmt.Appendf(scores, "%d\trs%d\t%d\t%d\n", rows[i].chromosome, rows[i].rsid, rows[i].pos37, 10+i%90)
	}
	ld := written(t, dir, "scores.tsv", scores)
	out := func(t *testing.T, name string) string { return filepath.Join(t.TempDir(), name) }
	return []entry{
		{"inspect", func(t *testing.T, _ *entryFile, path string) []remark {
			var out bytes.Buffer
			if status := Run(
				&console.Env{Ctx: t.Context(), Stdout: &out, Stderr: &out},
				[]string{"sumstats", "inspect", "--whole", path},
			); status != console.ExitOK {
				return []remark{{stops, out.String()}}
			}
			return inspected(t, out.Bytes())
		}},
		{"check", checkEntry},
		commandEntry("convert", func(t *testing.T, f *entryFile, path string) []string {
			return []string{"sumstats", "convert", path, "--to", "gwas-ssf", "--build", "GRCh37", "-o", out(t, "out.tsv")}
		}),
		commandEntry("liftover", func(t *testing.T, f *entryFile, path string) []string {
			return []string{"sumstats", "liftover", path, "--from", "GRCh37", "--to", "GRCh38", "-o", out(t, "out.tsv")}
		}),
		{"qc", func(t *testing.T, _ *entryFile, path string) []remark {
			folder, said := t.TempDir(), bytes.Buffer{}
			if status := Run(
				&console.Env{Ctx: t.Context(), Stdout: &said, Stderr: &said},
				[]string{"sumstats", "qc", path, "--build", "GRCh37", "-o", folder},
			); status == console.ExitUsage {
				return []remark{{stops, said.String()}}
			}
			report, err := os.ReadFile(filepath.Join(folder, "report.json"))
			must(t, err)
			return reportRemarks(t, report)
		}},
		commandEntry("meta", func(t *testing.T, f *entryFile, path string) []string {
			return []string{"sumstats", "meta", path, other, "--build", "GRCh37", "--scale", "log_odds", "-o", out(t, "meta")}
		}),
		commandEntry("METAL script", func(t *testing.T, f *entryFile, path string) []string {
			return []string{
				"sumstats",
				"meta",
				"--metal-script",
				metalScript(t, f, path, other),
				"--build",
				"GRCh37",
				"--scale",
				"log_odds",
				"-o",
				out(t, "meta"),
			}
		}),
		commandEntry("index", func(t *testing.T, _ *entryFile, path string) []string {
			return []string{"index", "build", path, "--build", "GRCh37", "-o", out(t, "out")}
		}),
		commandEntry("rg", func(_ *testing.T, _ *entryFile, path string) []string {
			return []string{"sumstats", "rg", path, "--ld-scores", ld, "--build", "GRCh37"}
		}),
		commandEntry("finemap", func(_ *testing.T, _ *entryFile, path string) []string {
			return []string{"sumstats", "finemap", path, "--build", "GRCh37"}
		}),
		commandEntry("coloc", func(_ *testing.T, _ *entryFile, path string) []string {
			return []string{"sumstats", "coloc", path, other, "--build", "GRCh37"}
		}),
		commandEntry("genes", func(_ *testing.T, _ *entryFile, path string) []string {
			return []string{"sumstats", "genes", path, "--build", "GRCh37"}
		}),
	}
}

// metalScript maps the columns of the file.
func metalScript(t *testing.T, f *entryFile, path, other string) string {
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

func checkEntry(t *testing.T, _ *entryFile, path string) []remark {
	var out bytes.Buffer
	if status := Run(
		&console.Env{Ctx: t.Context(), Stdout: &out, Stderr: &out},
		[]string{"sumstats", "check", "--build", "GRCh37", "--json", path},
	); status == console.ExitUsage {
		return []remark{{stops, out.String()}}
	}
	var report struct{ Findings []foundHere }
	must(t, json.Unmarshal(out.Bytes(), &report))
	return remarksOf(report.Findings)
}

// foundHere is a finding in the output of the command line and of calls.
type foundHere struct{ Level, Severity, Message string }

func remarksOf(findings []foundHere) (said []remark) {
	for _, f := range findings {
		said = append(said, remark{map[string]level{"block": stops, "warn": warns}[f.Level+f.Severity], f.Message})
	}
	return said
}

// inspected returns the questions and findings of an inspection.
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

// reportRemarks returns the steps of a QC report, and its findings.
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
