package contract

import (
	"encoding/json"
	"testing"

	"cohortium/internal/adapter/httpapi/openapi"
)

// FuzzBody checks that any body gets an answer, and that an accepted body can be decoded into the
// generated type.
func FuzzBody(f *testing.F) {
	c, err := Read(openapi.Document())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(
		[]byte(
			`{"upload_id":"x","metadata":{"dataSetName":"a","cohort":"b","phenotype":"c","ancestry":"d","sex":"e","totalSampleSize":1,"genomeBuild":"hg19"},"mapping":{"beta":"b"}}`,
		),
	)
	f.Add([]byte(`{"metadata":[null,1e999,{"a":"\\u0000"}]}`))
	f.Add([]byte(`[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		value, err := DecodeJSON(text)
		if err != nil {
			return
		}
		found := new(Faults)
		c.Check(&Schema{Ref: "#/components/schemas/CreateHermesUpload"}, value, "", found)
		if found.Err() != nil {
			return
		}
		var body openapi.CreateHermesUpload
		if err := json.Unmarshal(text, &body); err != nil {
			t.Errorf("%q passes the check and cannot be decoded: %v", text, err)
		}
	})
}
