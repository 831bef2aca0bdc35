package recognise

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/biogo/hts/bgzf"
	"pgregory.net/rapid"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

// TestBadInput is the matrix of invalid input, by mistake or on purpose: each is rejected with its
// code, place, sentence and remedy, by both entries alike.
func TestBadInput(t *testing.T) {
	plain := sumstatstest.GoodTable(50)
	header := []byte(sumstatstest.SimpleHeader)
	for name, tt := range map[string]struct {
		file []byte
		want textfile.ErrorCode
	}{
		"empty":                 {nil, textfile.CodeEmpty},
		"empty gzip":            {sumstatstest.Gzipped(t, nil), textfile.CodeEmpty},
		"blank":                 {[]byte("\n \n\n"), textfile.CodeEmpty},
		"comments only":         {[]byte("# a\n# b\n"), textfile.CodeNoRows},
		"header only":           {header, textfile.CodeNoRows},
		"header only gz":        {sumstatstest.Gzipped(t, header), textfile.CodeNoRows},
		"no columns":            {[]byte("abc\ndef\nghi\n"), textfile.CodeDelimiter},
		"duplicate header":      {[]byte(strings.Replace(string(plain), "beta", "se", 1)), textfile.CodeHeader},
		"second header":         {append(plain, strings.Replace(sumstatstest.SimpleHeader, "ea\toa", "oa\tea", 1)+string(sumstatstest.GoodTable(50)[len(header):])...), textfile.CodeHeader},
		"header too short":      {[]byte(strings.Replace(string(plain), "\tbeta\tse\tp", "", 1)), textfile.CodeDelimiter},
		"NUL at the start":      {append([]byte("chr\x00pos\n"), plain...), textfile.CodeNUL},
		"NUL inside":            {append(append([]byte{}, plain...), "1\t5\tA\x00G\n"...), textfile.CodeNUL},
		"UTF-16 without a mark": {sumstatstest.UTF16(string(plain), false)[2:], textfile.CodeNUL},
		"control characters":    {bytes.Repeat([]byte{1, 2, 3, 4, 'a'}, 500), textfile.CodeBinary},
		"Parquet":               {[]byte("PAR1\x15\x04\x15"), textfile.CodeBinary},
		"R data":                {sumstatstest.Gzipped(t, []byte("RDX3\nX\n\x00\x00\x00")), textfile.CodeBinary},
		"web page":              {[]byte("<!DOCTYPE html><html><body>404</body></html>"), textfile.CodeBinary},
		"workbook":              {sumstatstest.Zipped(t, false, "[Content_Types].xml", "<x/>", "xl/workbook.xml", "<x/>"), textfile.CodeBinary},
		"old workbook":          {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on"), textfile.CodeBinary},
		"zip of two":            {sumstatstest.Zipped(t, false, "a.tsv", string(plain), "b.tsv", string(plain)), textfile.CodeArchive},
		"zip of none":           {sumstatstest.Zipped(t, false), textfile.CodeArchive},
		"gzip of gzip":          {sumstatstest.Gzipped(t, sumstatstest.Gzipped(t, plain)), textfile.CodeArchive},
		"zip of gzip":           {sumstatstest.Zipped(t, false, "a.tsv.gz", string(sumstatstest.Gzipped(t, plain))), textfile.CodeArchive},
		"tar":                   {append(append([]byte("a.tsv"), make([]byte, 252)...), "ustar\x0000"...), textfile.CodeArchive},
		"trailing garbage":      {append(sumstatstest.Gzipped(t, plain), "garbage behind the end"...), textfile.CodeDamaged},
		"gzip of nothing known": {[]byte("\x1f\x8b\x08\x00garbage"), textfile.CodeTruncated},
		"one long line":         {bytes.Repeat([]byte("1\t"), 3<<20), textfile.CodeLineTooLong},
		"long line inside":      {append(append([]byte{}, plain...), bytes.Repeat([]byte("1\t"), 3<<20)...), textfile.CodeLineTooLong},
		"many columns":          {append(append(bytes.Repeat([]byte("1\t"), 3000), '\n'), append(bytes.Repeat([]byte("1\t"), 3000), '\n')...), textfile.CodeTooManyColumns},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := sumstatstest.ReadRows(t, tt.file, sumstats.ReadOptions{Mapping: sumstatstest.Simple})
			var fault *textfile.FileError
			if !errors.As(err, &fault) || fault.Code != tt.want {
				t.Fatalf("Open says %v, want %s", err, tt.want)
			}
			if !strings.HasSuffix(fault.What, ".") || !strings.HasSuffix(fault.Remedy, ".") {
				t.Errorf("no sentences: %v", fault)
			}
			checkInspectAgrees(t, tt.file, tt.want)
		})
	}
}

// checkInspectAgrees wants Inspect over the whole file to refuse or block for the
// same reason.
func checkInspectAgrees(t *testing.T, file []byte, want textfile.ErrorCode) {
	t.Helper()
	in, err := Inspect(Source{Reader: bytes.NewReader(file)}, InspectOptions{Whole: true})
	var fault *textfile.FileError
	if errors.As(err, &fault) {
		if fault.Code != want {
			t.Errorf("Inspect says %v, want %s", err, want)
		}
		return
	}
	if err != nil || !hasFinding(in, string(want), sumstats.Block) {
		t.Errorf("Inspect finds %+v (%v), want %s", in.Findings, err, want)
	}
}

func TestLatin1Header(t *testing.T) {
	file := bytes.Replace(sumstatstest.GoodTable(30), []byte("beta"), []byte("b\xeata"), 1)
	in := inspectBytes(t, "x", file)
	if in.Encoding != "latin-1" || !hasFinding(in, "latin_1", sumstats.Warn) {
		t.Errorf("%s, %+v", in.Encoding, in.Findings)
	}
	rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldBeta: "bêta"})})
	if err != nil || len(rows) != 30 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestRowNames reads what R writes with row names: a header one cell short.
func TestRowNames(t *testing.T) {
	file := []byte("chr pos ea oa beta se p\n\"1\" 1 5 \"A\" \"G\" 0.1 0.1 0.3\n\"2\" 1 6 \"A\" \"G\" 0.1 0.1 0.3\n")
	in := inspectBytes(t, "x", file)
	if !hasFinding(in, "row_names", sumstats.Warn) {
		t.Errorf("%+v", in.Findings)
	}
	rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	if err != nil || len(rows) != 2 || rows[1].Position != 6 {
		t.Errorf("%+v, %v", rows, err)
	}
}

func TestBzip2AndBgzip(t *testing.T) {
	packed, err := hex.DecodeString(sumstatstest.Bzip2Table)
	if err != nil {
		t.Fatal(err)
	}
	row := sumstatstest.One(t, packed, sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	if row.Position != 5 || row.Beta != 0.1 {
		t.Errorf("%+v", row)
	}
	_, _, err = sumstatstest.ReadRows(t, packed[:len(packed)-8], sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	var fault *textfile.FileError
	if !errors.As(err, &fault) || fault.Code != textfile.CodeTruncated {
		t.Errorf("cut bzip2: %v", err)
	}
	var blocks bytes.Buffer
	w := bgzf.NewWriter(&blocks, 1)
	if _, err := w.Write(sumstatstest.GoodTable(5000)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	in := inspectBytes(t, "x", blocks.Bytes())
	rows, _, err := sumstatstest.ReadRows(t, blocks.Bytes(), sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	if in.Compression != "bgzip" || err != nil || len(rows) != 5000 {
		t.Errorf("%s, %d rows, %v", in.Compression, len(rows), err)
	}
}

// TestContainers reads the same rows out of every container.
func TestContainers(t *testing.T) {
	plain := sumstatstest.GoodTable(200)
	text := string(plain)
	for name, file := range map[string][]byte{
		"plain": plain, "no final line end": plain[:len(plain)-1], "gzip": sumstatstest.Gzipped(t, plain), "zstd": sumstatstest.Zstandard(t, plain),
		"gzip in members":   append(sumstatstest.Gzipped(t, plain[:3000]), sumstatstest.Gzipped(t, plain[3000:])...),
		"zip":               sumstatstest.Zipped(t, false, "a.tsv", text),
		"zip stored":        sumstatstest.Zipped(t, true, "a.tsv", text),
		"zip of a Mac":      sumstatstest.Zipped(t, false, "a.tsv", text, "__MACOSX/._a.tsv", "fork"),
		"zip with a folder": sumstatstest.Zipped(t, false, "data/", "", "data/a.tsv", text),
		"byte order mark":   append([]byte{0xef, 0xbb, 0xbf}, plain...),
		"UTF-16 LE":         sumstatstest.UTF16(text, false),
		"UTF-16 BE":         sumstatstest.UTF16(text, true),
		"CRLF":              []byte(strings.ReplaceAll(text, "\n", "\r\n")),
		"CR":                []byte(strings.ReplaceAll(text, "\n", "\r")),
		"mixed line ends":   []byte(strings.Replace(strings.Replace(text, "\n", "\r\n", 50), "\n", "\r", 3)),
		"spaces":            []byte(" " + strings.ReplaceAll(strings.ReplaceAll(text, "\t", "   "), "\n", "\n  ")),
		"space":             []byte(strings.ReplaceAll(text, "\t", " ")),
		"comma":             []byte(strings.ReplaceAll(text, "\t", ",")),
		"semicolon":         []byte(strings.ReplaceAll(text, "\t", ";")),
		"pipe":              []byte(strings.ReplaceAll(text, "\t", "|")),
		"quoted":            []byte("\"" + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\t", "\",\""), "\n", "\"\n\"") + "\"\n"),
		"header by spaces":  []byte(strings.Replace(text, "\t", " ", 6)),
		"comments":          []byte("# made by hand\n## more\n" + text + "# the end\n"),
		"hash header":       []byte("#" + text),
		"blank lines":       []byte("\n\n" + strings.ReplaceAll(text, "\n", "\n\n")),
		"trailing tabs":     []byte(strings.ReplaceAll(text, "\n", "\t\n")),
	} {
		t.Run(name, func(t *testing.T) {
			rows, account, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: sumstatstest.Simple})
			if err != nil || len(rows) != 200 || account.RowsIn != 200 {
				t.Fatalf("%d rows of %d, %v, %+v", len(rows), account.RowsIn, err, account.Excluded)
			}
			if last := rows[199]; last.Position != 1199 || last.Chromosome != 22 {
				t.Errorf("last row %+v", last)
			}
			if in := inspectBytes(t, name, file); in.RowsLookedAt != 200 || in.Blocked() {
				t.Errorf("inspected %d rows, %+v", in.RowsLookedAt, in.Findings)
			}
		})
	}
}

// FuzzFile feeds anything to Inspect and, with its proposal, to Open: both fail only with a
// FileError, and rows must add up.
func FuzzFile(f *testing.F) {
	f.Add(sumstatstest.GoodTable(5))
	f.Add([]byte("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ts\n1\t5\trs1\tA\tG\t.\t.\t.\tES:SE:LP\t1:1:1\n"))
	f.Add([]byte("\xef\xbb\xbfSNP,A1,\"A2\",b,se,p\r\nrs1,A,G,\"0.1\",0.2,0.3\r"))
	f.Add([]byte("#h\n#chrom pos\n 1  5\n"))
	f.Add([]byte("\xff\xfea\x00b\x00"))
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		defer memtest.Bound(t, 64<<20+64*len(file))()
		limits := textfile.Limits{Line: 1 << 16, Bytes: 1 << 22, Columns: 200}
		in, err := Inspect(Source{Reader: bytes.NewReader(file)}, InspectOptions{Rows: 50, Limits: limits})
		var fault *textfile.FileError
		if err != nil {
			if !errors.As(err, &fault) {
				t.Fatalf("Inspect: %v", err)
			}
			return
		}
		if _, err := Inspect(
			Source{Reader: bytes.NewReader(file), Partial: true},
			InspectOptions{Rows: 50, Limits: limits},
		); err != nil &&
			!errors.As(err, &fault) {
			t.Fatalf("Inspect of a part: %v", err)
		}
		d := in.Decide(Answers{})
		if faults := d.Mapping.Faults(in.header(), d.Use); len(faults) != len(d.Lacks) {
			t.Fatalf("%v has faults besides %v: %v", d.Mapping, d.Lacks, faults)
		}
		_, _, err = sumstatstest.ReadRows(
			t,
			file,
			sumstats.ReadOptions{Mapping: d.Mapping, PLINKCodes: PLINKCodes(in.Format), ByRSID: d.Use.ByRSID, Limits: limits, Workers: 1},
		)
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("Open: %v", err)
		}
	})
}

// TestEveryRowIsAccountedFor throws arbitrary cells at the reader.
func TestEveryRowIsAccountedFor(t *testing.T) {
	cells := []string{
		"1",
		"chrX",
		"25",
		"",
		"NA",
		"A",
		"g",
		"<DEL>",
		"ACGT",
		"0.5",
		"-3",
		"1e-400",
		"inf",
		"1,5",
		"rs12",
		"0",
		"x\"y",
		"\"q\"",
		"70000",
		"#",
		"#NA",
		".",
	}
	m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldEAF: "f", sumstats.FieldN: "n", sumstats.FieldInfo: "info", sumstats.FieldRSID: "rs"})
	rapid.Check(t, func(rt *rapid.T) {
		var b bytes.Buffer
		b.WriteString("chr\tpos\tea\toa\tbeta\tse\tp\tf\tn\tinfo\trs\n")
		const good = 9 // as many that most rows cannot have a cell more than the header, as tables with names of rows have
		b.WriteString(strings.Repeat("1\t5\tA\tG\t0.1\t0.1\t0.3\t0.5\t10\t1\trs1\n", good))
		lines, rowsIn := rapid.IntRange(0, 40).Draw(rt, "lines"), int64(good)
		for range lines {
			n := rapid.SampledFrom([]int{11, 11, 11, 11, 3, 12}).Draw(rt, "cells")
			line := strings.Join(rapid.SliceOfN(rapid.SampledFrom(cells), n, n).Draw(rt, "line"), "\t")
			b.WriteString(line + "\n")
			if trailing := n == 12 && strings.HasSuffix(line, "\t"); n == 11 || trailing || line[0] != '#' && strings.TrimSpace(line) != "" {
				rowsIn++
			}
		}
		told := 0
		file := b.Bytes()
		opt := sumstats.ReadOptions{Mapping: m, Workers: 1 + lines%2, Excluded: func(sumstats.Excluded) { told++ }}
		rows, account, err := sumstatstest.ReadRows(t, file, opt)
		if err != nil {
			rt.Fatal(err)
		}
		if account.RowsIn != rowsIn || int64(told) != account.ExcludedN() || account.RowsIn+account.Blank+account.Comments != int64(lines)+good {
			rt.Fatalf("%d told, %d lines, %d of them rows, %+v", told, lines, rowsIn, account)
		}
		if in, err := Inspect(Source{Reader: bytes.NewReader(file)}, InspectOptions{Whole: true}); err != nil || in.Rows != rowsIn {
			rt.Fatalf("the inspection counts %d rows, the reader %d; %v", in.Rows, rowsIn, err)
		}
		for _, r := range rows {
			if !r.Chromosome.Valid() || r.Position < 1 || !(r.SE > 0) || !(r.NegLog10P >= 0) || math.IsNaN(r.Beta) || r.EA == r.OA || r.EAF < 0 || r.EAF > 1 {
				rt.Fatalf("row %+v of\n%s", r, b.String())
			}
		}
	})
}

// TestRowsWithoutChromosomeComeFirst puts rows that begin with the missing value of
// GWAS-SSF where a sorted file has them: first.
func TestRowsWithoutChromosomeComeFirst(t *testing.T) {
	missing := strings.Repeat("#NA\t5\tA\tG\t0.1\t0.1\t0.3\n", 20_000) // more than the head holds
	few := strings.Repeat("#N/A\t5\tA\tG\t0.1\t0.1\t0.3\n", 3)
	good := "1\t5\tA\tG\t0.1\t0.1\t0.3\n"
	for name, tt := range map[string]struct {
		file             string
		in, out, comment int64
	}{
		"many":            {sumstatstest.SimpleHeader + missing + good, 20_001, 1, 0},
		"only":            {sumstatstest.SimpleHeader + few, 3, 0, 0},
		"# before header": {"#" + sumstatstest.SimpleHeader + few + good, 4, 1, 0},
		"many, # before":  {"## a note\n#" + sumstatstest.SimpleHeader + missing + good, 20_001, 1, 0},
		"comment between": {sumstatstest.SimpleHeader + few + "#NA is missing\n" + "# a\tremark\n" + good, 4, 1, 2},
		"any first cell":  {sumstatstest.SimpleHeader + good + "#x\t5\tA\tG\t0.1\t0.1\t0.3\n", 2, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, account, err := sumstatstest.ReadRows(t, []byte(tt.file), sumstats.ReadOptions{Mapping: sumstatstest.Simple})
			if err != nil || account.RowsIn != tt.in || account.RowsOut != tt.out || account.Comments != tt.comment {
				t.Errorf(
					"%d rows in, %d out, %d comments, %v; want %d, %d, %d",
					account.RowsIn,
					account.RowsOut,
					account.Comments,
					err,
					tt.in,
					tt.out,
					tt.comment,
				)
			}
			in, err := Inspect(Source{Reader: strings.NewReader(tt.file)}, InspectOptions{Whole: true})
			if err != nil || in.Rows != tt.in {
				t.Errorf("inspection sees %+v, %v; want %d rows", in, err, tt.in)
			}
		})
	}
}

func inspectBytes(t testing.TB, name string, file []byte) *Inspection {
	t.Helper()
	in, err := Inspect(Source{Name: name, Reader: bytes.NewReader(file)}, InspectOptions{})
	if err != nil {
		t.Fatalf("Inspect(%s): %v", name, err)
	}
	return in
}
