package indexapi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/errs"
)

// The formats of an answer.
const (
	formatRows    = "row"
	formatColumns = "column"
	formatLines   = "ndjson"
	formatCSV     = "csv"
)

// answerFormat returns the requested format: fmt, else the first known type of Accept, else rows.
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

// sendRows writes a page of rows in its format.
func (s *Server) sendRows(w http.ResponseWriter, r *http.Request, a *bioindex.Answer) {
	// Many rows are like a part of the file; many small queries of a private index are, too.
	if rows := len(a.JSON) + len(a.Cells); rows > answer.LongestPage || a.Index.Sharing != bioindex.Public {
		if err := s.RecordDownload(r.Context(), bioindex.ObjectIndex, a.Index.ID, "rows of a query"); err != nil {
			s.Fail(w, r, err)
			return
		}
	}
	w.Header().Set("Cache-Control", "private, no-store")
	if a.Region != "" {
		w.Header().Set("Region", a.Region+" ("+bioindex.RegionConvention+")")
	}
	if a.Continuation != "" {
		w.Header().Set("Continuation", a.Continuation)
		w.Header().Set("Link", "</api/bio/cont?token="+url.QueryEscape(a.Continuation)+`>; rel="next"`)
	}
	switch a.Format {
	case formatLines:
		answer.AsAttachment(w, a.Index.ID+".ndjson", "application/x-ndjson; charset=utf-8")
		sendPieces(w, func(yield func([]byte) bool) {
			for _, row := range a.JSON {
				if !yield(row) || !yield([]byte{'\n'}) {
					return
				}
			}
		})
	case formatCSV:
		table, err := a.CSV()
		if err != nil {
			s.Fail(w, r, err)
			return
		}
		answer.AsAttachment(w, a.Index.ID+".csv", "text/csv; charset=utf-8")
		_, _ = w.Write(table)
	default:
		s.sendAnswer(w, r, a)
	}
}

// noRows is the placeholder of the rows in an answer. No other part can equal it, because quotes in
// texts are escaped.
var noRows = []byte(`"data":[]`)

// sendAnswer writes a page in the format of the BioIndex. Its rows are JSON already: they are sent
// unchanged, without decoding.
func (s *Server) sendAnswer(w http.ResponseWriter, r *http.Request, a *bioindex.Answer) {
	before, after, err := s.aroundRows(a)
	var columns []byte
	if err == nil && a.Format == formatColumns {
		columns, err = a.Columns()
	}
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	sendPieces(w, func(yield func([]byte) bool) {
		if !yield(before) {
			return
		}
		if columns != nil && !yield(columns) || columns == nil && !listed(a.JSON, yield) {
			return
		}
		yield(after)
	})
}

// listed yields values as a JSON list, and reports whether to continue.
func listed(values [][]byte, yield func([]byte) bool) bool {
	sign := []byte{'['}
	for _, value := range values {
		if !yield(sign) || !yield(value) {
			return false
		}
		sign = []byte{','}
	}
	if len(values) == 0 && !yield(sign) {
		return false
	}
	return yield([]byte{']'})
}

// sentAtOnce is how many bytes are passed to the connection at once.
const sentAtOnce = 32 << 10

// sendPieces sends an answer in pieces, which it iterates twice: first for the length header.
func sendPieces(w http.ResponseWriter, pieces iter.Seq[[]byte]) {
	size := 0
	for piece := range pieces {
		size += len(piece)
	}
	w.Header().Set("Content-Length", strconv.Itoa(size))
	out := bufio.NewWriterSize(w, min(size, sentAtOnce))
	for piece := range pieces {
		if _, err := out.Write(piece); err != nil {
			return // the client has disconnected
		}
	}
	_ = out.Flush() // also disconnected
}

// aroundRows returns an answer without its rows.
func (s *Server) aroundRows(a *bioindex.Answer) (before, after []byte, err error) {
	out := openapi.BioAnswer{
		Index: a.Index.ID, Q: a.Values, Count: int64(len(a.JSON)), Page: a.Page, Continuation: view.Some(a.Continuation), Nonce: s.NewID(),
		Region: view.Some(a.Region), GenomeBuild: (*openapi.BioAnswerGenomeBuild)(view.Some(string(a.Build.Definition.GenomeBuild))),
		Profile: openapi.BioProfile{Query: a.QueryTime.Seconds(), Fetch: a.FetchTime.Seconds()},
	}
	if a.Region != "" {
		out.Coordinates = view.Ptr(bioindex.RegionConvention)
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
