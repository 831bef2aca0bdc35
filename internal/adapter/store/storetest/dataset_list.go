package storetest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// listed returns the ids of all pages of a filter, two on each.
func listed(t *testing.T, s *store.Store, f dataset.Filter) string {
	t.Helper()
	var ids []string
	f.Limit = 2
	for {
		page, total, err := s.Datasets().Datasets(t.Context(), f)
		must(t, err)
		for _, row := range page {
			ids = append(ids, row.ID)
		}
		if len(page) < f.Limit {
			if int(total) != len(ids) {
				t.Errorf("%+v: total %d of %d", f, total, len(ids))
			}
			return strings.Join(ids, " ")
		}
		last := page[len(page)-1]
		f.After.ID = last.ID
		switch strings.TrimPrefix(f.Sort, "-") {
		case "name":
			f.After.Key = last.Name
		case "study":
			f.After.Key = last.StudyName
		case "global_sample_size":
			f.After.Key = strconv.FormatInt(last.GlobalSampleSize, 10)
		case "files":
			f.After.Key = strconv.FormatInt(last.Files, 10)
		case "bytes":
			f.After.Key = strconv.FormatInt(last.Bytes, 10)
		case "created_at":
			f.After.Key = last.CreatedAt.Format(time.RFC3339Nano)
		default:
			f.After.Key = last.UpdatedAt.Format(time.RFC3339Nano)
		}
	}
}

// addRegistry creates data sets that differ in the filters of lists.
func addRegistry(t *testing.T, s *store.Store) {
	t.Helper()
	for _, id := range []string{"ann", "bob", "eve"} {
		AddUser(t, s, id)
	}
	addStudy(t, s, newStudy("s1", "ann"))
	other := newStudy("s2", "ann")
	other.Name = "another study"
	addStudy(t, s, other)
	at := func(minutes int) time.Time { return Epoch.Add(time.Duration(minutes) * time.Minute) }
	bob := []dataset.Person{{ID: "bob", UserName: "bob"}}
	for i, c := range []struct {
		id, owner, study string
		change           func(d *dataset.Dataset)
	}{
		{"private", "ann", "s1", func(d *dataset.Dataset) { d.DataType, d.GlobalSampleSize = "wgs", 5000 }},
		{"co", "ann", "s1", func(d *dataset.Dataset) { d.CoOwners, d.Ancestry = bob, "AF" }},
		{"named", "ann", "s2", func(d *dataset.Dataset) { d.Sharing, d.People = dataset.Named, bob }},
		{"paused", "ann", "s2", func(d *dataset.Dataset) { d.People, d.Groups = bob, []string{"club"} }}, // lists stay when it is private
		{"group", "ann", "s2", func(d *dataset.Dataset) { d.Sharing, d.Groups, d.Sex = dataset.Named, []string{"club"}, "male" }},
		{"public", "ann", "s1", func(d *dataset.Dataset) { d.Sharing, d.Status = dataset.Public, "open" }},
		{"bobs", "bob", "s1", func(d *dataset.Dataset) { d.GenomeBuild = "grch38" }},
		{"binned", "bob", "s1", func(d *dataset.Dataset) { d.DeletedAt = ptr(at(99)); d.Sharing = dataset.Public }},
	} {
		d := newDataset(c.id, c.owner, c.study)
		d.CreatedAt, d.UpdatedAt = at(i), at(-i)
		c.change(d)
		AddDataset(t, s, d)
	}
}

func ptr[T any](v T) *T { return &v }

func testDatasetLists(t *testing.T, s *store.Store) {
	addRegistry(t, s)
	all := &dataset.Reader{UserID: "eve", All: true}
	bob, clubber, eve := &dataset.Reader{UserID: "bob"}, &dataset.Reader{UserID: "eve", Groups: []string{"other", "club"}}, &dataset.Reader{UserID: "eve"}
	for _, c := range []struct {
		name string
		f    dataset.Filter
		want string // sorted
	}{
		{"nobody in particular", dataset.Filter{}, "bobs co group named paused private public"},
		{"who sees all", dataset.Filter{Reader: all}, "bobs co group named paused private public"},
		{"a co-owner and reader", dataset.Filter{Reader: bob}, "bobs co named public"},
		{"a member of a group", dataset.Filter{Reader: clubber}, "group public"},
		{"a stranger", dataset.Filter{Reader: eve}, "public"},
		{"mine", dataset.Filter{Reader: bob, Scope: record.ScopeMine}, "bobs co"},
		{"shared with me", dataset.Filter{Reader: bob, Scope: record.ScopeShared}, "named"},
		{"shared with my group", dataset.Filter{Reader: clubber, Scope: record.ScopeShared}, "group"},
		{"public", dataset.Filter{Reader: bob, Scope: record.ScopePublic}, "public"},
		{"mine, of who sees all", dataset.Filter{Reader: all, Scope: record.ScopeMine}, ""},
		{"the bin of its owner", dataset.Filter{Reader: bob, Bin: true}, "binned"},
		{"the bin of another", dataset.Filter{Reader: eve, Bin: true}, ""},
		{"the bin of who edits all", dataset.Filter{Reader: all, Bin: true}, "binned"},
		{"study", dataset.Filter{StudyID: "s2"}, "group named paused"},
		{"owner, in other letters", dataset.Filter{Owner: "BOB"}, "bobs"},
		{"data type", dataset.Filter{DataType: []string{"wgs", "other"}}, "private"},
		{"build", dataset.Filter{GenomeBuild: []string{"grch38"}}, "bobs"},
		{"ancestry", dataset.Filter{Ancestry: []string{"AF"}}, "co"},
		{"sex", dataset.Filter{Sex: []string{"male"}}, "group"},
		{"status", dataset.Filter{Status: []string{"open"}}, "public"},
		{"sharing", dataset.Filter{Sharing: []dataset.Sharing{dataset.Named, dataset.Public}}, "group named public"},
		{"filters go together", dataset.Filter{Reader: bob, Status: []string{"pre"}, Q: "named"}, "named"},
		{"words of study and data set", dataset.Filter{Q: "ANOTHER group"}, "group"},
		{"no phenotype", dataset.Filter{Phenotype: "T2D"}, ""},
		{"odd words", dataset.Filter{Q: "%_'\x00\xff"}, ""},
	} {
		ids := strings.Fields(listed(t, s, c.f))
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func testDatasetSorts(t *testing.T, s *store.Store) {
	addRegistry(t, s)
	all, _, err := s.Datasets().Datasets(t.Context(), dataset.Filter{})
	must(t, err)
	for sort, compare := range map[string]func(a, b *dataset.Row) int{
		"created_at": func(a, b *dataset.Row) int { return a.CreatedAt.Compare(b.CreatedAt) },
		"updated_at": func(a, b *dataset.Row) int { return a.UpdatedAt.Compare(b.UpdatedAt) },
		"name":       func(a, b *dataset.Row) int { return cmp.Compare(a.Name, b.Name) },
		"study": func(a, b *dataset.Row) int {
			return cmp.Compare(strings.ToLower(a.StudyName), strings.ToLower(b.StudyName))
		},
		"global_sample_size": func(a, b *dataset.Row) int { return cmp.Compare(a.GlobalSampleSize, b.GlobalSampleSize) },
		"files":              func(a, b *dataset.Row) int { return cmp.Compare(a.Files, b.Files) },
		"bytes":              func(a, b *dataset.Row) int { return cmp.Compare(a.Bytes, b.Bytes) },
	} {
		slices.SortFunc(all, func(a, b *dataset.Row) int { return cmp.Or(compare(a, b), cmp.Compare(a.ID, b.ID)) })
		var want []string
		for _, row := range all {
			want = append(want, row.ID)
		}
		if got := listed(t, s, dataset.Filter{Sort: sort}); got != strings.Join(want, " ") {
			t.Errorf("by %s: %s, want %s", sort, got, want)
		}
		slices.Reverse(want)
		if got := listed(t, s, dataset.Filter{Sort: "-" + sort}); got != strings.Join(want, " ") {
			t.Errorf("by -%s: %s, want %s", sort, got, want)
		}
	}
	for _, f := range []dataset.Filter{{Sort: "owner"}, {After: listing.Place{Key: "no time", ID: "x"}}, {Sort: "files", After: listing.Place{Key: "many", ID: "x"}}} {
		_, _, err := s.Datasets().Datasets(t.Context(), f)
		wantKind(t, err, errs.Invalid)
	}
}
