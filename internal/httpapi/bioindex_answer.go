package httpapi

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"cohortium/internal/bioindex"
	"cohortium/internal/errs"
	"cohortium/internal/httpapi/openapi"
)

// The forms of an answer.
const (
	formatRows    = "row"
	formatColumns = "column"
	formatLines   = "ndjson"
	formatCSV     = "csv"
)

// answerFormat is the form that a caller asks for: by fmt, else by the first type of
// Accept that is known, else rows.
func answerFormat(format, accept string) (string, error) {
	if format != "" {
		known := map[string]string{
			"r": formatRows, "row": formatRows, "c": formatColumns, "col": formatColumns, "column": formatColumns, "ndjson": formatLines, "csv": formatCSV,
		}
		if out, ok := known[format]; ok {
			return out, nil
		}
		return "", errs.AtField("fmt", "Choose row, column, ndjson or csv.")
	}
	for _, part := range strings.Split(accept, ",") {
		media, _, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		switch media {
		case "application/json":
			return formatRows, nil
		case "application/x-ndjson", "application/ndjson", "application/jsonl":
			return formatLines, nil
		case "text/csv":
			return formatCSV, nil
		}
	}
	return formatRows, nil
}

// sendRows writes a page of rows in its form.
func (s *server) sendRows(w http.ResponseWriter, r *http.Request, a *bioindex.Answer) {
	if rows := len(a.JSON) + len(a.Cells); rows > longestPage { // as good as a part of the file
		if err := s.recordDownload(r.Context(), bioindex.ObjectIndex, a.Index.ID, "rows of a query"); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	w.Header().Set("Cache-Control", "private, no-store")
	if a.Continuation != "" {
		w.Header().Set("Continuation", a.Continuation)
		w.Header().Set("Link", "</api/bio/cont?token="+url.QueryEscape(a.Continuation)+`>; rel="next"`)
	}
	switch a.Format {
	case formatLines:
		asAttachment(w, a.Index.ID+".ndjson", "application/x-ndjson; charset=utf-8")
		for _, row := range a.JSON {
			_, _ = w.Write(append(row, '\n')) // the client may have gone
		}
	case formatCSV:
		table, err := a.CSV()
		if err != nil {
			s.fail(w, r, err)
			return
		}
		asAttachment(w, a.Index.ID+".csv", "text/csv; charset=utf-8")
		_, _ = w.Write(table)
	default:
		s.sendAnswer(w, r, a)
	}
}

// noRows stands in an answer where its rows go. Nothing else in it reads like this: the
// quotes of a text are escaped.
var noRows = []byte(`"data":[]`)

// sendAnswer is a page as the BioIndex answers. Its rows are JSON already: they are sent as they
// are, and not read, joined and written again.
func (s *server) sendAnswer(w http.ResponseWriter, r *http.Request, a *bioindex.Answer) {
	before, after, err := s.aroundRows(a)
	var columns []byte
	if err == nil && a.Format == formatColumns {
		columns, err = a.Columns()
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	send := func(text []byte) { _, _ = w.Write(text) } // the client may have gone
	send(before)
	if columns != nil {
		send(columns)
	} else {
		sendList(send, a.JSON)
	}
	send(after)
}

// sendList sends values as a list of JSON.
func sendList(send func([]byte), values [][]byte) {
	send([]byte{'['})
	for i, value := range values {
		if i > 0 {
			send([]byte{','})
		}
		send(value)
	}
	send([]byte{']'})
}

// aroundRows is an answer but for its rows.
func (s *server) aroundRows(a *bioindex.Answer) (before, after []byte, err error) {
	out := openapi.BioAnswer{
		Index: a.Index.ID, Q: a.Values, Count: int64(len(a.JSON)), Page: a.Page, Continuation: some(a.Continuation), Nonce: s.NewID(),
		Region: some(a.Region), GenomeBuild: (*openapi.BioAnswerGenomeBuild)(some(string(a.Build.Definition.GenomeBuild))),
		Profile: openapi.BioProfile{Query: a.QueryTime.Seconds(), Fetch: a.FetchTime.Seconds()},
	}
	if a.Limit != bioindex.NoLimit {
		out.Limit = &a.Limit
	}
	out.Progress.BytesRead = a.Read
	if a.Done {
		out.Progress.BytesTotal = &a.Read
	}
	if err := out.Data.UnmarshalJSON([]byte(`[]`)); err != nil {
		return nil, nil, err
	}
	text, err := json.Marshal(out)
	if err != nil {
		return nil, nil, err
	}
	before, after, _ = bytes.Cut(text, noRows)
	return append(bytes.Clone(before), `"data":`...), append(after, '\n'), nil
}
