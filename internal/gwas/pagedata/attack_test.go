package pagedata_test

import (
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/gwas/parquetfile/parquettest"
)

// TestLookingAtLongTexts looks at a table whose first thousand rows hold 32 GB of text, in a
// file of 32 MB: a row is more than is looked at.
func TestLookingAtLongTexts(t *testing.T) {
	text := parquettest.LongTexts(500, 1000, pagedata.MaxCell)
	src := source("a.parquet", string(text))
	defer memtest.Bound(t, 20*len(text))()
	p, err := pagedata.Inspect(t.Context(), src, pagedata.Layout{})
	if err != nil || p.Looked != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestTextsAtTheLimit are the longest of a row group that are taken, and one byte more.
func TestTextsAtTheLimit(t *testing.T) {
	const columns, rows = 128, 64 // of 64 KiB: the limit
	text := parquettest.LongTexts(columns, rows, pagedata.MaxCell)
	if _, err := convert(t, source("a.parquet", string(text)), pagedata.Layout{}); err != nil {
		t.Errorf("the limit: %v", err)
	}
	text = parquettest.LongTexts(columns, rows+1, pagedata.MaxCell)
	if _, err := convert(
		t,
		source("a.parquet", string(text)),
		pagedata.Layout{},
	); err == nil ||
		!strings.Contains(err.Error(), "row 65 hold more than 512 MiB") {
		t.Errorf("beyond: %v", err)
	}
}
