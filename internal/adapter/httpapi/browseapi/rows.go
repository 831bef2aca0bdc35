package browseapi

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/area/browse"
)

// GetBrowseRows serves GET /api/browse/rows. Rows are sent while they are read.
func (s *Server) GetBrowseRows(w http.ResponseWriter, r *http.Request) {
	ref, err := browse.ParseRef(r.URL.Query().Get("result"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	lines, err := s.Browse.Lines(r.Context(), request.Identity(r.Context()), ref, r.URL.Query().Get("region"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/tab-separated-values; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Genome-Build", string(lines.Result.Build))
	if r.Method == http.MethodHead {
		return
	}
	if err := s.sendLines(r.Context(), w, lines); err != nil {
		s.Log.InfoContext(r.Context(), "rows broke off", "request_id", request.ID(r.Context()), "err", err)
		panic(http.ErrAbortHandler) // so that the client does not accept the part as complete
	}
}

// sendLines writes the header and the rows, and records a read of many rows before they are sent.
func (s *Server) sendLines(ctx context.Context, w io.Writer, lines *browse.Lines) error {
	const buffer = 64 << 10
	out := bufio.NewWriterSize(w, buffer)
	if _, err := out.WriteString(strings.Join(lines.Columns, "\t") + "\n"); err != nil {
		return err
	}
	n := 0
	err := lines.Each(ctx, func(line []byte) error {
		if n++; n == answer.LongestPage+1 {
			if err := s.recordPoints(ctx, &lines.Result, n); err != nil {
				return err
			}
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
		return out.WriteByte('\n')
	})
	if err != nil {
		return err
	}
	return out.Flush()
}
