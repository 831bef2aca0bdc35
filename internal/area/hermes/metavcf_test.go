package hermes_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
)

func (b *bench) combined(t *testing.T, name string, ids []string) *hermes.MetaView {
	t.Helper()
	m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: name, Phenotype: "ALL_HF", Datasets: ids,
		Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency"}})
	must(t, err)
	must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
	done, err := b.Meta(t.Context(), b.reviewer, m.ID)
	must(t, err)
	if done.Status != hermes.MetaCompleted {
		t.Fatalf("%s: %s", done.Status, done.Error)
	}
	return done
}

// metaFile returns the content of a file of a result.
func (b *bench) metaFile(t *testing.T, metaID, name string) []byte {
	t.Helper()
	d, err := b.MetaFile(t.Context(), b.reviewer, metaID, name)
	must(t, err)
	r, err := d.OpenRange(t.Context(), 0, -1)
	must(t, err)
	defer r.Close()
	content, err := io.ReadAll(r)
	must(t, err)
	return content
}

// linesOf returns the rows of a file of a result, as cells.
func (b *bench) linesOf(t *testing.T, metaID, name string) (rows [][]string, header string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b.metaFile(t, metaID, name)))
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "chromosome\t") {
			header += line + "\n"
			continue
		}
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows, header
}

func vcfOf(t *testing.T, m *hermes.MetaView) hermes.MadeVCF {
	t.Helper()
	var s struct {
		VCF hermes.MadeVCF `json:"gwas_vcf"`
	}
	must(t, json.Unmarshal(m.Summary, &s))
	return s.VCF
}

// A result has a GWAS-VCF whose reference alleles are those of the installed panel, or states why
// it has none.
func TestGWASVCFOfAResult(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ids := []string{b.approve(t, "Oslo", 2), b.approve(t, "Turin", 3)}
		without := b.combined(t, "Without", ids)
		if why := vcfOf(t, without).Missing; !strings.Contains(why, "none is installed") {
			t.Errorf("without a panel: %q", why)
		}
		for _, f := range without.Downloads() {
			if f.Name == hermes.FileVCF {
				t.Error("there is a VCF without reference alleles")
			}
		}
		rows, _ := b.linesOf(t, without.ID, "results.tsv.gz")
		// Every third variant has its effect allele as the reference, every third its other
		// allele, the rest are not on the panel.
		var panel bytes.Buffer
		panel.WriteString("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
		want, turned := map[string]string{}, 0
		for i, r := range rows {
			ref, alt, beta := r[2], r[3], strings.TrimPrefix("-"+r[4], "--")
			if i%3 == 1 {
				ref, alt, beta = alt, ref, r[4]
			}
			if i%3 < 2 {
				fmt.Fprintf(&panel, "%s\t%s\t.\t%s\t%s\t.\tPASS\tAF=0.5\n", r[0], r[1], ref, alt)
				want[strings.Join([]string{r[0], r[1], ref, alt}, " ")] = beta
				turned += 1 - i%3
			}
		}
		path := filepath.Join(t.TempDir(), "sites.vcf")
		must(t, os.WriteFile(path, panel.Bytes(), 0o600))
		b.panels = panels{foreignPanel(t), {Name: "sites", Build: hermes.Hg19, Ancestry: "EAS", Rows: int64(len(want)), Column: "AF", Open: opens(path)}}
		with := b.combined(t, "With", ids)
		got := vcfOf(t, with)
		if got.Missing != "" || got.Panel != "sites" || got.RowsIn != int64(len(rows)) || got.RowsOut != int64(len(want)) ||
			got.LeftOut != int64(len(rows)-len(want)) ||
			got.Switched != int64(turned) {
			t.Errorf("%+v %+v; %d rows, %d expected, %d turned", got, got.Turned, len(rows), len(want), turned)
		}
		written, header := b.linesOf(t, with.ID, hermes.FileVCF)
		if !strings.Contains(header, got.SHA256) || !strings.Contains(header, fmt.Sprintf("Rows=%d,", got.LeftOut)) {
			t.Errorf("the header names neither panel nor the rows left out:\n%s", header)
		}
		for _, r := range written {
			chromosome := strings.NewReplacer("X", "23").Replace(r[0])
			key := strings.Join([]string{chromosome, r[1], r[3], r[4]}, " ")
			if beta, there := want[key]; !there || number(t, strings.Split(r[9], ":")[0]) != number(t, beta) {
				t.Fatalf("%q: want effect %q", r, beta)
			}
			delete(want, key)
		}
		if len(want) > 0 {
			t.Errorf("%d variants are missing", len(want))
		}
		if d, err := b.MetaFile(t.Context(), b.reviewer, with.ID, hermes.FileVCFIndex); err != nil || d.Size == 0 {
			t.Errorf("the index: %v", err)
		}
		must(t, os.WriteFile(path, []byte("nothing\n"), 0o600))
		if why := vcfOf(t, b.combined(t, "Damaged", ids)).Missing; !strings.Contains(why, "sites cannot be used for it: ") {
			t.Errorf("with a damaged panel: %q", why)
		}
	})
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	must(t, err)
	return x
}
