package sgc

import (
	"bytes"
	"encoding/json"
	"io"
)

// views returns everything that any account can see of a consortium.
func views(t *truth, records []*Record) (string, error) {
	var out bytes.Buffer
	w := json.NewEncoder(&out)
	byCode := byCode(testPhenotypes)
	a := &archive{manifest: Manifest{MadeAt: testEpoch, MinCell: t.minCell}, emit: func(name string) (io.Writer, error) { return &out, nil }}
	service := &Service{}
	for _, r := range records {
		view := r.view(testDictionary)
		for _, v := range []any{view, r.counts(byCode), r.receipt(t.minCell, testEpoch), service.reminderText(view)} {
			if err := w.Encode(v); err != nil {
				return "", err
			}
		}
		if err := a.cohort(r, nil); err != nil {
			return "", err
		}
	}
	for _, validatedOnly := range []bool{false, true} {
		totals, err := totalsOf(testPhenotypes, sumCounts(records, validatedOnly), TotalsQuery{Sort: "-both_cases"})
		if err != nil {
			return "", err
		}
		if !validatedOnly {
			if err := a.end(testPhenotypes, totals); err != nil {
				return "", err
			}
		}
		for _, v := range []any{totals, sumPairs(records, validatedOnly)} {
			if err := w.Encode(v); err != nil {
				return "", err
			}
		}
	}
	return out.String(), nil
}
