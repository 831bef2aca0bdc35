// Package quota describes how much of the storage one owner may use. The areas that store something
// measure it; what they refuse and what they report comes from the same Quota.
package quota

// Kind is what a quota counts.
type Kind string

// The kinds, in display order.
const (
	DatasetBytes Kind = "dataset_bytes" // files in data sets, with every version and those in the bin
	IndexBytes   Kind = "index_bytes"   // files of indexes, and the uploads that they are built from, each once
	Indexes      Kind = "indexes"       // with those in the bin
	TableBytes   Kind = "table_bytes"   // files of the tables of pages
	Tables       Kind = "tables"
	Pages        Kind = "pages" // with those in the bin
)

// Quota is how much one owner uses of what one kind counts, and may use.
type Quota struct {
	Kind  Kind  `json:"kind"`
	Used  int64 `json:"used"`  // bytes, or a number of objects
	Limit int64 `json:"limit"` // in the same unit; 0 for no limit
}

// Fits reports whether an owner may use more, which is not part of Used. Fits(0) reports whether
// they may keep what they use.
func (q Quota) Fits(more int64) bool { return q.Limit == 0 || more <= q.Limit-q.Used }

// None is a limit in the configuration of an area that is no limit: there, 0 is the default.
const None = -1

// Setting returns the limit for the configuration of an area from one of an operator, which is 0
// for no limit.
func Setting(limit int64) int64 {
	if limit == 0 {
		return None
	}
	return limit
}

// Of returns a quota, from a limit in the configuration of an area.
func Of(kind Kind, used, limit int64) Quota {
	return Quota{Kind: kind, Used: used, Limit: max(limit, 0)}
}
