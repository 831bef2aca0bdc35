package app

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/pagedata"
)

// An index and a page table only refuse faults of the positions that they use. If the question
// about positions is answered, or positions are not used, they accept the table with a warning.
func TestKeptTablesAreRefusedForTheirPositionsOnly(t *testing.T) {
	shifted := entryFile{change: func(_ int, r *entryRow) { r.pos-- }}
	dir := t.TempDir()
	path := written(t, dir, "shifted.tsv", shifted.write(entryRows(t, 1000, 3)))
	starts := entryFile{columns: "CHR:chr START:pos END:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:beta SE:se P:p N:n", change: shifted.change}
	intervals := written(t, dir, "intervals.tsv", starts.write(entryRows(t, 1000, 3)))
	const evidence = "known variants are one base after the position"
	for _, c := range []struct {
		name, path string
		flags      []string
		level      level
	}{
		{"by position", path, nil, stops},
		{"from 0, as stated", path, []string{"--coordinates", "zero-based"}, silent},
		{"by rs number", path, []string{"--schema", "SNP"}, warns},
		{"intervals", intervals, nil, silent},
	} {
		stderr, status := buildIndex(t, c.path, c.flags...)
		got := silent
		if strings.Contains(stderr, evidence) {
			got = map[int]level{console.ExitOK: warns, console.ExitUsage: stops}[status]
		}
		if got != c.level || (status == console.ExitOK) != (c.level != stops) {
			t.Errorf("%s: status %d, %s, want %s: %s", c.name, status, got, c.level, stderr)
		}
	}

	text := shifted.write(entryRows(t, 1000, 3))
	for refused, roles := range map[bool]map[string]pagedata.Role{true: nil, false: {"POS": pagedata.None}} {
		p, err := pagedata.Inspect(
			t.Context(),
			pagedata.Source{Name: "shifted.tsv", Data: bytes.NewReader(text), Size: int64(len(text))},
			pagedata.Layout{Roles: roles},
		)
		must(t, err)
		if (p.Refusal != nil) != refused || strings.Contains(strings.Join(p.Findings, " "), evidence) != refused {
			t.Errorf("roles %v: %v, %q", roles, p.Refusal, p.Findings)
		}
	}
}

// Faults that only later rows show are refused, or reported as a warning if positions are not used.
// Faults of the start are not repeated for the whole.
func TestKeptTablesAreJudgedToTheirEnd(t *testing.T) {
	dir, rows := t.TempDir(), entryRows(t, 14_500, 5)
	elsewhere := entryFile{rows: len(rows), change: func(i int, r *entryRow) {
		if i >= 12_500 {
			r.pos = r.pos38
		}
	}}
	disagreeing := entryFile{rows: len(rows), change: func(i int, r *entryRow) {
		if i%3 == 0 {
			r.p = math.Mod(r.p*7.31+0.17, 1)
		}
	}}
	for _, c := range []struct {
		name, evidence string
		file           *entryFile
		flags          []string
		level          level
	}{
		{"by position", "12,500 of 14,500|both genome builds|at that of GRCh38", &elsewhere, nil, stops},
		{"by rs number", "both genome builds|at that of GRCh38", &elsewhere, []string{"--schema", "SNP"}, warns},
		{"P that disagrees from the first row", "have a P value that agrees", &disagreeing, nil, warns},
	} {
		path := written(t, dir, "made.tsv", c.file.write(rows))
		stderr, status := buildIndex(t, path, c.flags...)
		said := len(regexp.MustCompile("(?m)^.*("+c.evidence+").*$").FindAllString(stderr, -1))
		if said != 1 || (status == console.ExitOK) != (c.level == warns) {
			t.Errorf("%s: status %d, the evidence in %d lines, want %s and one: %s", c.name, status, said, c.level, stderr)
		}
	}

	var lines bytes.Buffer
	for i := range rows {
		r := rows[i]
		r.pos = r.pos37
		elsewhere.change(i, &r)
		fmt.Fprintf(&lines, `{"chromosome":%d,"base_pair_location":%d,"rsid":"rs%d","p_value":%g}`+"\n", r.chromosome, r.pos, r.rsid, r.p)
	}
	src := pagedata.Source{Name: "made.jsonl", Data: bytes.NewReader(lines.Bytes()), Size: int64(lines.Len())}
	_, err := pagedata.Convert(t.Context(), src, pagedata.Layout{Build: genome.GRCh37}, pagedata.Output{Data: discarded, Overview: discarded}, nil)
	if err == nil || !strings.Contains(err.Error(), "GRCh38") {
		t.Errorf("a table of JSON: %v", err)
	}
}

// discarded is a file whose content is discarded.
func discarded() (io.WriteCloser, error) { return nopCloser{io.Discard}, nil }

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// buildIndex indexes a file on GRCh37.
func buildIndex(t *testing.T, path string, flags ...string) (stderr string, status int) {
	t.Helper()
	var said bytes.Buffer
	arguments := append([]string{"index", "build", path, "--build", "GRCh37", "-o", filepath.Join(t.TempDir(), "out")}, flags...)
	status = Run(&console.Env{Ctx: t.Context(), Stdout: io.Discard, Stderr: &said}, arguments)
	return said.String(), status
}

// A table without association results is not checked as one, whatever its positions.
func TestOtherTablesAreNotJudged(t *testing.T) {
	rows := entryRows(t, 1000, 4)
	shifted := func(_ int, r *entryRow) { r.pos-- }
	for name, columns := range map[string]string{
		"annotation": "CHR:chr POS:pos SNP:rs REF:oa ALT:ea",
		"no place":   "EA:ea NEA:oa BETA:or P:p",
	} {
		table := entryFile{columns: columns, change: shifted}
		path := written(t, t.TempDir(), "table.tsv", table.write(rows))
		schema := map[string]string{"annotation": "CHR:POS", "no place": "EA"}[name]
		if stderr, status := buildIndex(t, path, "--schema", schema); status != console.ExitOK || stderr != "" {
			t.Errorf("%s: status %d: %s", name, status, stderr)
		}
	}
}
