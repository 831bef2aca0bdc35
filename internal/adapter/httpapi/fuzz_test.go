package httpapi

import (
	"encoding/json"
	"mime"
	"strings"
	"testing"
	"unicode/utf8"

	"cohortium/internal/adapter/httpapi/openapi"
)

// Whatever a body holds, checking it ends in an answer, and what passes can be
// decoded into the generated type.
func FuzzBody(f *testing.F) {
	c, err := readContract(openapi.Document())
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"upload_id":"x","metadata":{"dataSetName":"a","cohort":"b","phenotype":"c","ancestry":"d","sex":"e","totalSampleSize":1,"genomeBuild":"hg19"},"mapping":{"beta":"b"}}`))
	f.Add([]byte(`{"metadata":[null,1e999,{"a":"\\u0000"}]}`))
	f.Add([]byte(`[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		value, err := decodeJSON(text)
		if err != nil {
			return
		}
		found := new(faults)
		c.check(&schema{Ref: "#/components/schemas/CreateHermesUpload"}, value, "", found)
		if found.err() != nil {
			return
		}
		var body openapi.CreateHermesUpload
		if err := json.Unmarshal(text, &body); err != nil {
			t.Errorf("%q passes the check and cannot be decoded: %v", text, err)
		}
	})
}

// Whatever a file is called, the header is one line that gives its name back.
func FuzzDisposition(f *testing.F) {
	for _, name := range []string{"a.tsv.gz", "Größe \"1\".tsv", "a\r\nb", "\u202egnp.svg", "", "..", "a;b=c", "\xff\xfe", "100%.tsv"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		header := disposition(name)
		if strings.ContainsAny(header, "\r\n\x00") || !utf8.ValidString(header) {
			t.Fatalf("%q gives the header %q", name, header)
		}
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" || params["filename"] == "" || strings.ContainsAny(params["filename"], `/\`) {
			t.Errorf("%q gives the header %q: %s %v %v", name, header, kind, params, err)
		}
	})
}
