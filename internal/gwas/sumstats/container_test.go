package sumstats_test

import (
	"errors"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

// TestDamageIsPlaced wants the byte of the stored file at which the damage shows.
func TestDamageIsPlaced(t *testing.T) {
	good := sumstatstest.Gzipped(t, sumstatstest.GoodTable(3000))
	_, _, err := sumstatstest.ReadRows(t, append(good, "garbage behind the end"...), sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	var fault *textfile.FileError
	if !errors.As(err, &fault) || fault.Code != textfile.CodeDamaged || fault.Byte != int64(len(good)) {
		t.Errorf("%v, want byte %d", err, len(good))
	}
}
