package sumstatscmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/config"
)

// The first five known variants of chromosome 1 on GRCh37, from 1000 Genomes.
var fivePlaces = []struct {
	number, position, ref, alt string
}{
	{
		"2286139",
		"761732",
		"C",
		"T",
	},
	{"2980300", "785989", "T", "C"},
	{"13302982", "861808", "A", "G"},
	{"4040604", "863124", "G", "T"},
	{"13303010", "894573", "G", "A"},
}

// rsStudy returns a study of them without positions, the first with a replaced rs number.
func rsStudy(t *testing.T) string {
	text := "rsid\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\n"
	for i, v := range fivePlaces {
		number := v.number
		if i == 0 {
			number = "700"
		}
		text += fmt.Sprintf("rs%s\t%s\t%s\t0.0%d\t0.01\t0.3\t0.5\t1000\n", number, v.alt, v.ref, i+1)
	}
	path := filepath.Join(t.TempDir(), "study.tsv")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// installNumbers installs the five in a data folder.
func installNumbers(t *testing.T) (data string) {
	data = filepath.Join(t.TempDir(), "data")
	text := "rsid\tchr\tpos\tref\talt\n"
	for _, v := range fivePlaces {
		text += "rs" + v.number + "\t1\t" + v.position + "\t" + v.ref + "\t" + v.alt + "\n"
	}
	table, merged := filepath.Join(t.TempDir(), "numbers.tsv"), filepath.Join(t.TempDir(), "merged.tsv")
	must(t, os.WriteFile(table, []byte(text), 0o600))
	must(t, os.WriteFile(merged, []byte("rs700\trs2286139\n"), 0o600))
	added, err := reference.Open(
		config.Storage{Data: data}.Reference(),
		console.Now,
	).AddFrom(
		t.Context(),
		reference.FileAt(table, merged),
		reference.Note{Type: reference.RSNumbers},
	)
	must(t, err)
	if added.Rows != 5 || added.Replaced != 1 {
		t.Fatalf("installed: %+v", added)
	}
	return data
}

// TestPlacedByInstalledTable converts, lifts and checks a file without positions with the installed
// table and with a given one.
func TestPlacedByInstalledTable(t *testing.T) {
	data := installNumbers(t)
	named := NumberFlags{RSTable: filepath.Join(data, "reference", "rs_numbers", "numbers.rst")}
	for _, flags := range []NumberFlags{{Data: data}, named} {
		to := filepath.Join(t.TempDir(), "out.tsv")
		out, status, err := consoletest.Run(t, &ConvertCmd{File: rsStudy(t), To: "gwas-ssf", Output: to, Sort: true, NumberFlags: flags})
		if status != console.ExitOK || !strings.Contains(out, "on GRCh37 (hg19), are used. 5 of 5 rows were placed, 1 by the number that replaced theirs.") {
			t.Fatalf("status %d, %v\n%s", status, err, out)
		}
		text, err := os.ReadFile(to)
		must(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if len(lines) != 6 {
			t.Fatal(string(text))
		}
		for i, v := range fivePlaces {
			if want := fmt.Sprintf(
				"1\t%s\t%s\t%s\t0.0%d\t",
				v.position,
				v.alt,
				v.ref,
				i+1,
			); !strings.HasPrefix(lines[i+1], want) ||
				!strings.Contains(lines[i+1], "rs"+v.number) {
				t.Errorf("%q, want %q", lines[i+1], want)
			}
		}
	}
	lifted := filepath.Join(t.TempDir(), "lifted.tsv")
	out, status, err := consoletest.Run(
		t,
		&LiftoverCmd{File: rsStudy(t), To: "hg38", Output: lifted, FD: 0.2, JSON: true, NumberFlags: NumberFlags{Data: data}},
	)
	var report liftReport
	if status != console.ExitOK || json.Unmarshal([]byte(out), &report) != nil || report.Placed == nil || report.Placed.Replaced != 1 || report.Lifted != 5 {
		t.Fatalf("status %d, %v\n%s", status, err, out)
	}
	text, err := os.ReadFile(lifted)
	must(t, err)
	for _, position := range []string{"826352", "850609", "926428", "927744", "959193"} { // 1000 Genomes on GRCh38
		if !strings.Contains(string(text), "\n1\t"+position+"\t") {
			t.Errorf("nothing at %s:\n%s", position, text)
		}
	}
	if out, status, err := consoletest.Run(
		t,
		&ConvertCmd{File: rsStudy(t), To: "gwas-ssf", Output: lifted, Sort: true, Build: "hg38", NumberFlags: named},
	); status != console.ExitUsage ||
		!strings.Contains(err.Error(), "is on GRCh37 (hg19), and positions on GRCh38 (hg38) are wanted") {
		t.Errorf("status %d, %v\n%s", status, err, out)
	}
}

// TestOnlyNumbersIsOneSentence checks that every command that needs positions returns the same
// message and advice for a file with rs numbers only.
func TestOnlyNumbersIsOneSentence(t *testing.T) {
	none := NumberFlags{Data: t.TempDir()}
	study := rsStudy(t)
	said := map[string]string{}
	for name, cmd := range map[string]interface{ Run(*console.Env) error }{
		"convert":  &ConvertCmd{File: study, To: "gwas-ssf", Output: filepath.Join(t.TempDir(), "o.tsv"), Sort: true, NumberFlags: none},
		"liftover": &LiftoverCmd{File: study, Output: filepath.Join(t.TempDir(), "o.tsv"), FD: 0.2, NumberFlags: none},
		"qc":       &QCCmd{File: study, Build: "hg19", FD: 0.2, Output: t.TempDir(), NumberFlags: none},
	} {
		out, status, err := consoletest.Run(t, cmd)
		if status != console.ExitUsage {
			t.Errorf("%s: status %d, %v\n%s", name, status, err, out)
		}
		said[name] = fmt.Sprint(err)
	}
	_, stderr, status := runMeta(t, study, rsStudy(t), "--name", study+"=first", "--build", "hg19", "-o", filepath.Join(t.TempDir(), "o.tsv.gz"))
	if status != console.ExitUsage {
		t.Errorf("meta: status %d\n%s", status, stderr)
	}
	said["meta"] = stderr
	const sentence = "The file has rs numbers and no positions. Place its variants by a table of rs numbers (--rs-table FILE, or install one with cohortium reference add --type rs_numbers), " +
		"run quality control with a reference panel that has rs numbers (cohortium sumstats qc --panel FILE), join studies by rs number in a meta-analysis (cohortium sumstats meta --key rsid), " +
		"or add chromosome and position to the file."
	for name, text := range said {
		if !strings.Contains(text, sentence) {
			t.Errorf("%s: %s", name, text)
		}
	}
}
