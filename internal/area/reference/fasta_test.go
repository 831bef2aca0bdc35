package reference_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
)

// chromosome21 returns a FASTA text of chromosome 21 of GRCh38: N but for some bases at 1,000,001.
func chromosome21() string {
	const length, width = 46709983, 100
	var text strings.Builder
	text.WriteString(">chr21 made\n")
	for at := 0; at < length; at += width {
		line := strings.Repeat("N", min(width, length-at))
		if at == 1_000_000 {
			line = "GATTACAgattaca" + line[14:]
		}
		text.WriteString(line + "\n")
	}
	text.WriteString(">chr21_KI270872v1_alt\nACGT\n")
	return text.String()
}

func TestAddFasta(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	if s, err := r.Sequence(t.Context(), genome.GRCh38); s != nil || err != nil {
		t.Errorf("%v, %v", s, err)
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // by gzip, which cannot be read in pieces
	if _, err := z.Write([]byte(chromosome21())); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := write(t, filepath.Join(dir, "hg38.fa.gz"), packed.String())
	if _, err := r.Add(
		t.Context(),
		path,
		reference.Note{Type: reference.Fasta, Build: "GRCh37"},
	); err == nil ||
		!strings.Contains(err.Error(), "--build is GRCh37, but the file is on GRCh38") {
		t.Errorf("%v", err)
	}
	n, err := r.Add(t.Context(), path, reference.Note{Type: reference.Fasta})
	if err != nil || n.Build != "GRCh38" || n.Rows != 1 || n.File != "hg38.fa.gz" {
		t.Fatalf("%+v, %v", n, err)
	}
	s, err := r.Sequence(t.Context(), genome.GRCh38)
	if err != nil || s.Name != "hg38" {
		t.Fatalf("%+v, %v", s, err)
	}
	if got, err := s.Append(nil, 21, 1_000_000, 1_000_015); err != nil || string(got) != "NGATTACAGATTACAN" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := s.Append(nil, 21, 46709983, 46709983); err != nil || string(got) != "N" {
		t.Errorf("%q, %v", got, err)
	}
	if s, err := r.Sequence(t.Context(), genome.GRCh37); s != nil || err != nil {
		t.Errorf("of another build: %v, %v", s, err)
	}
	if _, err := r.Remove(t.Context(), "hg38"); err != nil || len(files(t, dir, "fasta")) > 0 {
		t.Errorf("%v is left: %v", files(t, dir, "fasta"), err)
	}
}

func TestAddFastaRefuses(t *testing.T) {
	for text, want := range map[string]string{
		">1\nACGT\n":          "the lengths of no human genome build",
		"chr\tpos\n1\t5\n":    "line 1 has bases before the first sequence",
		">1\nACGT\nA\nACGT\n": "line 4, in sequence 1, follows a shorter line",
		">1\nAC GT\n":         "which is not a base",
		"":                    "no sequence",
	} {
		dir := t.TempDir()
		_, err := open(dir).Add(t.Context(), write(t, filepath.Join(dir, "a.fa"), text), reference.Note{Type: reference.Fasta})
		var refused *reference.RefusedError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) || len(files(t, dir, "fasta")) > 0 {
			t.Errorf("%q: %v, want %q; %v is left", text, err, want, files(t, dir, "fasta"))
		}
	}
}
