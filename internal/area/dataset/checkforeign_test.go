package dataset_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// stored returns a real file with repeated rows, as gzip without compression: too long for its
// damage to be noticed at registration.
func stored(t testing.TB, name string, times int) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(readReal(t, name)))
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	header, rows, _ := bytes.Cut(text, []byte("\n"))
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.NoCompression)
	must(t, err)
	_, err = w.Write(slices.Concat(header, []byte("\n"), bytes.Repeat(rows, times)))
	must(t, err)
	must(t, w.Close())
	return out.Bytes()
}

func TestFilesThatAreNotSummaryStatistics(t *testing.T) {
	whole := stored(t, "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz", 30)
	damaged := bytes.Clone(whole)
	damaged[len(damaged)*2/3] ^= 0xff
	bad := slices.Concat([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), bytes.Repeat([]byte{0, 1, 2, 255}, 500))
	onEach(t, func(t *testing.T, o *office) {
		for _, c := range []struct {
			name    string
			content []byte
			want    dataset.CheckStatus
			says    string
		}{
			{"README.md", readReal(t, "README.md"), dataset.CheckForeign, ""},
			{"plot.png", bad, dataset.CheckForeign, ""},
			{"notes.txt", []byte("These are results of our first run.\nPlease look at them.\n"), dataset.CheckForeign, ""},
			{"finemap.tsv", []byte("variant_id\tpip\tcs\n" + strings.Repeat("1_100_A_G\t0.25\t1\n", 4)), dataset.CheckForeign, "credible set"},
			{"genes.tsv", []byte("gene\tchromosome\tposition\n" + strings.Repeat("FTO\t16\t53800000\n", 4)), dataset.CheckForeign, "effect or a P value"},
			{"pheno.csv", []byte("person,height,weight\n" + strings.Repeat("a,1.8,70\n", 4)), dataset.CheckForeign, "identifies the variant"},
			{"cut.tsv.gz", whole[:len(whole)-len(whole)/3], dataset.CheckFailed, "end"},
			{"damaged.tsv.gz", damaged, dataset.CheckFailed, "damaged"},
			{"header.tsv", []byte("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n"), dataset.CheckFailed, "no rows"},
			{"bmi.tsv.gz", readReal(t, "bmi_giant_2015.tsv.gz"), dataset.CheckQuestions, ""},
		} {
			r := o.register(t, "hg19", c.name, c.content)
			got := r.check(t)
			if got.Status != c.want || !strings.Contains(got.Error, c.says) || got.Job.State != job.Succeeded ||
				(c.want != dataset.CheckQuestions && got.Error == "") {
				t.Errorf("%s: %s %q, want %s", c.name, got.Status, got.Error, c.want)
			}
			if strings.Contains(got.Error+string(got.Report), "job.id") {
				t.Errorf("%s: a path of the server is told: %s", c.name, got.Report)
			}
			if _, err := r.CheckPlot(t.Context(), r.cora, r.dataset, r.file, "qq"); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: a plot: %v", c.name, err)
			}
			_, err := r.Deposit(t.Context(), r.cora, r.dataset, r.file)
			wantCode(t, err, errs.Conflict, "no_deposit")
		}
	})
}

func TestAFileOfAnotherAssemblyFails(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "grch38", "x.tsv.gz", readReal(t, "pmid29559693.tsv.gz"))
		if c := r.check(t); c.Status != dataset.CheckFailed || *c.RowsIn != 1000 || reportOf(t, c).Deposit != nil {
			t.Errorf("%s %s", c.Status, c.Report)
		}
		r = o.register(t, "n/a", "y.tsv.gz", readReal(t, "pmid29559693.tsv.gz"))
		if r.job != "" {
			t.Error("a data set without assembly has a check")
		}
		_, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, nil, "")
		wantCode(t, err, errs.Rule, "no_build")
	})
}
