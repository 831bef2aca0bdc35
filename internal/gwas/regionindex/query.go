package regionindex

import (
	"bytes"
	"context"
	"fmt"
	"math"
)

// query is one walk over stretches of the file.
type query struct {
	ctx   context.Context
	fetch *fetcher
	table *table
	limit int    // bytes of a line
	carry []byte // a line that began in an earlier block

	name     string // of the contig
	beg, end int64  // 0-based, half-open
	fn       func(line []byte) error
	row      func(line []byte) bool // takes the place of match where set

	past    bool  // no later row can match
	stopped error // the error of fn that ended the query
}

// scan takes each line of a stretch in turn.
func (q *query) scan(s span) error {
	offset := int64(s.begin >> 16)
	skip := int(s.begin & math.MaxUint16)
	q.carry = q.carry[:0]
	for last := int64(s.end >> 16); offset <= last && !q.past; {
		if err := q.ctx.Err(); err != nil {
			return err
		}
		if offset == last && s.end&math.MaxUint16 == 0 {
			break
		}
		payload, next, err := q.fetch.block(offset)
		if err != nil {
			return err
		}
		if offset == last {
			payload = payload[:min(len(payload), int(s.end&math.MaxUint16))]
		}
		if skip > len(payload) {
			return fmt.Errorf("block at byte %d: %w", offset, ErrIndex)
		}
		if err := q.lines(payload[skip:]); err != nil {
			return err
		}
		offset, skip = next, 0
	}
	if len(q.carry) > 0 && !q.past { // the last line of the file may lack its newline
		return q.take(q.carry)
	}
	return nil
}

// lines takes the lines of one block.
func (q *query) lines(p []byte) error {
	for len(p) > 0 && !q.past {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			q.carry = append(q.carry, p...)
			if len(q.carry) > q.limit {
				return ErrTooLong
			}
			return nil
		}
		line := p[:end]
		p = p[end+1:]
		if len(q.carry) > 0 {
			line = append(q.carry, line...)
			q.carry = line[:0]
		}
		if len(line) > q.limit {
			return ErrTooLong
		}
		if err := q.take(line); err != nil {
			return err
		}
	}
	return nil
}

// take looks at one line.
func (q *query) take(line []byte) error {
	if q.row != nil {
		q.past = !q.row(line)
		return nil
	}
	if len(line) == 0 || int32(line[0]) == q.table.meta {
		return nil
	}
	beg, end, err := q.table.interval(line, q.name)
	if err != nil {
		return err
	}
	if beg >= q.end {
		q.past = true
		return nil
	}
	if end > q.beg {
		if err := q.fn(line); err != nil {
			q.past, q.stopped = true, err
		}
	}
	return nil
}

// interval returns the 0-based half-open interval that a line covers. A line of another contig
// covers nothing in front of any region.
func (t *table) interval(line []byte, name string) (beg, end int64, err error) {
	seq, ok := column(line, t.colSeq)
	if ok && string(seq) != name {
		return -1, -1, nil
	}
	begText, okBeg := column(line, t.colBeg)
	endText, okEnd := begText, true
	if t.colEnd != t.colBeg {
		endText, okEnd = column(line, t.colEnd)
	}
	beg, goodBeg := position(begText)
	end, goodEnd := position(endText)
	if !ok || !okBeg || !okEnd || !goodBeg || !goodEnd {
		return 0, 0, fmt.Errorf("%w: a line without chromosome and position: %.60q", ErrIndex, line)
	}
	if t.format&formatZeroBased == 0 {
		beg--
	} else if t.colEnd == t.colBeg {
		end++
	}
	return beg, max(end, beg+1), nil
}

// column returns the n-th tab-separated field of line, counted from 1.
func column(line []byte, n int32) ([]byte, bool) {
	for ; n > 1; n-- {
		at := bytes.IndexByte(line, '\t')
		if at < 0 {
			return nil, false
		}
		line = line[at+1:]
	}
	if at := bytes.IndexByte(line, '\t'); at >= 0 {
		line = line[:at]
	}
	return line, true
}

func position(text []byte) (int64, bool) {
	if len(text) == 0 || len(text) > 10 {
		return 0, false
	}
	n := int64(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}
