package hermes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
)

// namingPanel returns a panel of the variants of a file, with their rs numbers.
func namingPanel(t *testing.T, content []byte) hermes.Panel {
	t.Helper()
	var vcf strings.Builder
	vcf.WriteString("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
	for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[1:] {
		cells := strings.Split(line, "\t") // chromosome, position, effect allele, other allele, beta, error, frequency, P, rs number
		fmt.Fprintf(&vcf, "%s\t%s\t%s\t%s\t%s\t.\tPASS\tAF=%s\n", cells[0], cells[1], cells[8], cells[3], cells[2], cells[6])
	}
	path := filepath.Join(t.TempDir(), "naming.vcf")
	must(t, os.WriteFile(path, []byte(vcf.String()), 0o600))
	return hermes.Panel{Name: "naming", Build: hermes.Hg19, Ancestry: "EUR", Column: "AF", Open: opens(path)}
}

// A file with rs numbers and no positions gets them from the panel of its run, whatever build was
// declared. Without a panel it fails with advice.
func TestAFileOfRSNumbersIsPlacedByThePanel(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		r := b.registration(t, "Names", 1)
		delete(r.Mapping, sumstats.FieldChromosome)
		delete(r.Mapping, sumstats.FieldPosition)
		u, err := b.Register(t.Context(), b.uploader, r)
		must(t, err)
		b.run(t, u)
		u, err = b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		if u.Status != hermes.FailedQC ||
			!strings.Contains(
				u.Run.Error,
				"The file has rs numbers and no positions. Ask an administrator to install a table of rs numbers, or a reference panel that has them, on GRCh37 (hg19) and run QC again, or add chromosome and position to the file.",
			) {
			t.Fatalf("without a panel: %s, %q", u.Status, u.Run.Error)
		}
		content := hermestest.Sumstats(4400, 1)
		b.panels = panels{namingPanel(t, content)}
		u, err = b.rerun(t, u.ID, hermes.PanelNone)
		must(t, err)
		if !strings.Contains(u.Run.Error, "Run QC again with an installed reference panel that has rs numbers, ask an administrator to install a table") {
			t.Errorf("with a panel that is not used: %q", u.Run.Error)
		}
		u, err = b.rerun(t, u.ID, "naming")
		must(t, err)
		clean := b.unpacked(t, u.ID, qc.FileClean)
		second := strings.Split(strings.Split(string(content), "\n")[1], "\t")
		if u.Status != hermes.ReadyForReview || *u.Run.RowsClean != 4400 || !strings.Contains(clean, "\n"+strings.Join(second[:4], "\t")+"\t") {
			t.Errorf("with a panel: %s, %d rows clean: %.200s", u.Status, *u.Run.RowsClean, clean)
		}
	})
}
