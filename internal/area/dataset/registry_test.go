package dataset_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestDataSetsAreRegistered(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		study := o.study(t, "North")
		m := metadata(" a/../b 🧬 <script>alert(1)</script> ", study.ID)
		v, err := o.CreateDataset(t.Context(), o.cora, m)
		must(t, err)
		m.Name, m.Description = strings.TrimSpace(m.Name), strings.TrimSpace(m.Description)
		m.AncestryCounts, m.Terms = nil, []dataset.Term{}
		if diff := cmp.Diff(m, v.Metadata); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if v.Owner.UserName != "cora" || v.Sharing != dataset.Private || v.Version != 1 || v.Study.Name != "North" || !v.Can.Edit || v.PurgedAt != nil {
			t.Errorf("registered: %+v", v)
		}
		for _, c := range []struct {
			name   string
			change func(m *dataset.Metadata)
			kind   errs.Kind
			field  string
		}{
			{"the same name in other letters", func(m *dataset.Metadata) { m.Name = strings.ToUpper(m.Name) }, errs.Conflict, "name"},
			{"no such study", func(m *dataset.Metadata) { m.Name, m.StudyID = "x", "absent" }, errs.Rule, "study_id"},
			{"a negative size", func(m *dataset.Metadata) { m.Name, m.GlobalSampleSize = "x", -1 }, errs.Rule, "global_sample_size"},
		} {
			bad := metadata(m.Name, study.ID)
			c.change(&bad)
			_, err := o.CreateDataset(t.Context(), o.otto, bad)
			if !errs.Is(err, c.kind) || fieldsOf(err)[c.field] == "" {
				t.Errorf("%s: %v, fields %v", c.name, err, fieldsOf(err))
			}
		}
		_, err = o.CreateDataset(t.Context(), as("hans", "uploader"), metadata("x", study.ID))
		wantCode(t, err, errs.Forbidden, "forbidden")
	})
}

func TestTwoEditors(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		d := o.dataset(t, o.cora, "One")
		first := d.Metadata
		first.Name = "By the owner"
		_, err := o.UpdateDataset(t.Context(), o.cora, d.ID, 1, first)
		must(t, err)
		second := d.Metadata
		second.Description = "By the curator"
		_, err = o.UpdateDataset(t.Context(), o.kurt, d.ID, 1, second)
		var conflict *dataset.ConflictError
		if !errors.As(err, &conflict) || conflict.Current.Name != "By the owner" || conflict.Current.Version != 2 {
			t.Fatalf("the second editor: %v", err)
		}
		wantCode(t, err, errs.Conflict, "changed")
		if !strings.Contains(err.Error(), "cora has changed") {
			t.Errorf("who was it: %v", err)
		}
		second.Name = conflict.Current.Name
		now, err := o.UpdateDataset(t.Context(), o.kurt, d.ID, conflict.Current.Version, second)
		must(t, err)
		if now.Version != 3 || now.UpdatedBy != "kurt" || now.Name != "By the owner" {
			t.Errorf("after both: %+v", now.Dataset)
		}
		same, err := o.UpdateDataset(t.Context(), o.kurt, d.ID, 3, now.Metadata)
		must(t, err)
		history, err := o.History(t.Context(), o.cora, d.ID)
		must(t, err)
		if same.Version != 3 || len(history) != 3 {
			t.Errorf("saying the same again makes version %d and %d entries", same.Version, len(history))
		}
		if e := history[0]; e.By != "kurt" || e.Action != "edited" || len(e.Changes) != 1 || e.Changes[0].After != "By the curator" {
			t.Errorf("newest entry: %+v", e)
		}
	})
}

// TestPermissionsByRole tries every change as every kind of account.
func TestPermissionsByRole(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		people := map[string]*auth.Identity{
			"owner": o.cora, "co-owner": o.otto, "curator": o.kurt, "reader": as("rita", "contributor"), "member": as("mona", "contributor", "club"),
			"stranger": as("sten", "contributor"), "other area": as("hans", "uploader"),
		}
		for _, name := range []string{"rita", "mona", "sten"} {
			storetest.AddUser(t, o.db, name, "contributor")
		}
		n := 0
		made := func() string {
			n++
			d := o.dataset(t, o.cora, "Cell "+strings.Repeat("i", n))
			_, err := o.SetOwners(t.Context(), o.cora, d.ID, 1, "cora", []string{"otto"})
			must(t, err)
			_, err = o.SetSharing(
				t.Context(),
				o.cora,
				d.ID,
				2,
				dataset.SharingInput{Sharing: dataset.Named, People: []string{"rita"}, Groups: []string{"club"}},
			)
			must(t, err)
			return d.ID
		}
		for _, c := range []struct {
			what string
			do   func(by *auth.Identity, id string) error
			want string // who may; "reader" and "member" are refused, others do not find it
		}{
			{"read", func(by *auth.Identity, id string) error { _, err := o.Dataset(t.Context(), by, id); return err }, "owner co-owner curator reader member"},
			{"history", func(by *auth.Identity, id string) error { _, err := o.History(t.Context(), by, id); return err }, "owner co-owner curator reader member"},
			{"clone", func(by *auth.Identity, id string) error {
				_, err := o.CloneDataset(t.Context(), by, id, "Copy of "+id+" by "+by.User.ID)
				return err
			}, "owner co-owner curator reader member"},
			{"edit", func(by *auth.Identity, id string) error {
				v, err := o.Dataset(t.Context(), o.kurt, id)
				must(t, err)
				_, err = o.UpdateDataset(t.Context(), by, id, 3, v.Metadata)
				return err
			}, "owner co-owner curator"},
			{"give away", func(by *auth.Identity, id string) error {
				_, err := o.SetOwners(t.Context(), by, id, 3, "otto", []string{"cora"})
				return err
			}, "owner curator"},
			{"delete", func(by *auth.Identity, id string) error { return o.DeleteDataset(t.Context(), by, id, false) }, "owner curator"},
		} {
			for name, by := range people {
				err := c.do(by, made())
				allowed, sees := strings.Contains(" "+c.want+" ", " "+name+" "), name != "stranger" && name != "other area"
				switch {
				case allowed && err != nil:
					t.Errorf("%s as %s: %v", c.what, name, err)
				case !allowed && sees && !errs.Is(err, errs.Forbidden):
					t.Errorf("%s as %s: %v, want it forbidden", c.what, name, err)
				case !allowed && !sees && !errs.Is(err, errs.NotFound):
					t.Errorf("%s as %s: %v, want it absent", c.what, name, err)
				}
			}
		}
	})
}

func TestOwners(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		d := o.dataset(t, o.cora, "One")
		storetest.AddUser(t, o.db, "zoe", "contributor")
		for _, c := range []struct {
			owner string
			co    []string
			field string
		}{
			{"nobody", nil, "owner"}, {"", nil, "owner"}, {"hans", nil, "owner"}, {"cora", []string{"nobody"}, "co_owners"},
			{"cora", make([]string, 51), "co_owners"}, {"<b>", nil, "owner"},
		} {
			_, err := o.SetOwners(t.Context(), o.cora, d.ID, 1, c.owner, c.co)
			if !errs.Is(err, errs.Rule) || fieldsOf(err)[c.field] == "" {
				t.Errorf("%s and %d others: %v", c.owner, len(c.co), err)
			}
		}
		v, err := o.SetOwners(t.Context(), o.cora, d.ID, 1, "cora", []string{"zoe", "otto", " otto ", "cora"})
		must(t, err)
		if diff := cmp.Diff([]dataset.Person{{ID: "otto", UserName: "otto"}, {ID: "zoe", UserName: "zoe"}}, v.CoOwners); diff != "" {
			t.Errorf("co-owners (-want +got):\n%s", diff)
		}
		_, err = o.SetOwners(t.Context(), o.cora, d.ID, 1, "otto", nil)
		wantCode(t, err, errs.Conflict, "changed")
		v, err = o.SetOwners(t.Context(), o.cora, d.ID, 2, "otto", nil)
		must(t, err)
		if v.Owner.ID != "otto" || v.Can != (dataset.Can{}) {
			t.Errorf("given away: %+v", v.Can)
		}
		_, err = o.Dataset(t.Context(), o.cora, d.ID)
		wantCode(t, err, errs.NotFound, "not_found")
		history, err := o.History(t.Context(), o.otto, d.ID)
		must(t, err)
		if history[0].Action != "transferred to another owner" || history[0].Changes[0].After != "otto" {
			t.Errorf("history: %+v", history[0])
		}
	})
}

func TestBin(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		d := o.dataset(t, o.cora, "One")
		_, err := o.SetOwners(ctx, o.cora, d.ID, 1, "cora", []string{"otto"})
		must(t, err)
		wantCode(t, o.DeleteDataset(ctx, o.cora, d.ID, true), errs.Conflict, "not_in_bin")
		_, err = o.RestoreDataset(ctx, o.cora, d.ID)
		wantCode(t, err, errs.Conflict, "not_in_bin")
		must(t, o.DeleteDataset(ctx, o.cora, d.ID, false))
		wantCode(t, o.DeleteDataset(ctx, o.cora, d.ID, false), errs.Conflict, "in_bin")
		_, err = o.Dataset(ctx, o.otto, d.ID)
		wantCode(t, err, errs.NotFound, "not_found")
		v, err := o.Dataset(ctx, o.cora, d.ID)
		must(t, err)
		if v.Can != (dataset.Can{Delete: true, Restore: true}) || !v.PurgedAt.Equal(v.DeletedAt.Add(30*24*time.Hour)) {
			t.Errorf("in the bin: %+v, until %v", v.Can, v.PurgedAt)
		}
		_, err = o.UpdateDataset(ctx, o.cora, d.ID, v.Version, v.Metadata)
		wantCode(t, err, errs.Conflict, "in_bin")
		_, err = o.SetOwners(ctx, o.cora, d.ID, v.Version, "otto", nil)
		wantCode(t, err, errs.Conflict, "in_bin")
		_, err = o.CreateDataset(ctx, o.otto, metadata("ONE", v.StudyID))
		wantCode(t, err, errs.Conflict, "name_taken")
		wantCode(t, o.DeleteStudy(ctx, o.cora, v.StudyID), errs.Conflict, "study_used")
		for by, want := range map[*auth.Identity]int64{o.cora: 1, o.otto: 0, o.kurt: 1} {
			page, err := o.ListDatasets(ctx, by, dataset.Filter{Bin: true, Limit: 10})
			must(t, err)
			rest, err := o.ListDatasets(ctx, by, dataset.Filter{Limit: 10})
			must(t, err)
			if page.Total != want || rest.Total != 0 {
				t.Errorf("%s: %d in the bin, %d outside", by.User.ID, page.Total, rest.Total)
			}
		}
		v, err = o.RestoreDataset(ctx, o.kurt, d.ID)
		must(t, err)
		if v.DeletedAt != nil || !v.Can.Edit {
			t.Errorf("restored: %+v", v)
		}
		must(t, o.DeleteDataset(ctx, o.cora, d.ID, false))
		must(t, o.DeleteDataset(ctx, o.cora, d.ID, true))
		_, err = o.Dataset(ctx, o.kurt, d.ID)
		wantCode(t, err, errs.NotFound, "not_found")
		must(t, o.DeleteStudy(ctx, o.cora, v.StudyID))
	})
}

func TestTheBinIsEmptied(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		old, young, back := o.dataset(t, o.cora, "Old"), o.dataset(t, o.cora, "Young"), o.dataset(t, o.cora, "Back")
		for _, d := range []*dataset.View{old, back} {
			must(t, o.DeleteDataset(t.Context(), o.cora, d.ID, false))
		}
		_, err := o.RestoreDataset(t.Context(), o.cora, back.ID)
		must(t, err)
		o.clock.Add(int64(29 * 24 * time.Hour / time.Second))
		must(t, o.DeleteDataset(t.Context(), o.cora, young.ID, false))
		must(t, o.Sweep(t.Context()))
		_, err = o.Dataset(t.Context(), o.cora, old.ID)
		must(t, err)
		o.clock.Add(int64(25 * time.Hour / time.Second))
		must(t, o.Sweep(t.Context()))
		_, err = o.Dataset(t.Context(), o.cora, old.ID)
		wantCode(t, err, errs.NotFound, "not_found")
		for _, d := range []*dataset.View{young, back} {
			_, err = o.Dataset(t.Context(), o.cora, d.ID)
			must(t, err)
		}
	})
}

func TestStudies(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		study := o.study(t, "North")
		for _, c := range []struct {
			in    dataset.StudyInput
			field string
		}{
			{dataset.StudyInput{Institution: "x"}, "name"},
			{dataset.StudyInput{Name: "x"}, "institution"},
			{dataset.StudyInput{Name: "a\nb", Institution: "x"}, "name"},
			{dataset.StudyInput{Name: " NORTH", Institution: "x"}, "name"},
		} {
			_, err := o.CreateStudy(ctx, o.otto, c.in)
			if err == nil || fieldsOf(err)[c.field] == "" {
				t.Errorf("%+v: %v", c.in, err)
			}
		}
		_, err := o.UpdateStudy(ctx, o.otto, study.ID, 1, dataset.StudyInput{Name: "Mine", Institution: "x"})
		wantCode(t, err, errs.Forbidden, "forbidden")
		wantCode(t, o.DeleteStudy(ctx, o.otto, study.ID), errs.Forbidden, "forbidden")
		_, err = o.UpdateStudy(ctx, o.cora, study.ID, 7, dataset.StudyInput{Name: "North", Institution: "x"})
		wantCode(t, err, errs.Conflict, "changed")
		renamed, err := o.UpdateStudy(ctx, o.kurt, study.ID, 1, dataset.StudyInput{Name: "South", Institution: "y"})
		must(t, err)
		if renamed.Version != 2 || !renamed.CanEdit {
			t.Errorf("renamed: %+v", renamed.Study)
		}
		page, err := o.ListStudies(ctx, o.otto, dataset.StudyFilter{Q: "sou", Limit: 10})
		must(t, err)
		if page.Total != 1 || page.Items[0].Name != "South" || page.Items[0].CanEdit {
			t.Errorf("list: %+v", page)
		}
		_, err = o.ListStudies(ctx, as("hans", "uploader"), dataset.StudyFilter{Limit: 10})
		wantCode(t, err, errs.Forbidden, "forbidden")
		must(t, o.DeleteStudy(ctx, o.cora, study.ID))
		wantCode(t, o.DeleteStudy(ctx, o.cora, study.ID), errs.NotFound, "not_found")
	})
}

func TestSavedViews(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		_, err := o.SaveView(ctx, o.cora, dataset.SavedView{Name: " Mine ", Search: "?scope=mine"})
		must(t, err)
		_, err = o.SaveView(ctx, o.cora, dataset.SavedView{Name: "MINE", Search: "?scope=mine&sort=name"})
		must(t, err)
		_, err = o.SaveView(ctx, o.cora, dataset.SavedView{Name: "", Search: "x"})
		wantCode(t, err, errs.Rule, "rule")
		list, err := o.SavedViews(ctx, o.cora)
		must(t, err)
		if diff := cmp.Diff([]dataset.SavedView{{Name: "MINE", Search: "?scope=mine&sort=name"}}, list); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		wantCode(t, o.DeleteView(ctx, o.otto, "mine"), errs.NotFound, "not_found")
		must(t, o.DeleteView(ctx, o.cora, "mine"))
		for i := range 100 {
			_, err = o.SaveView(ctx, o.cora, dataset.SavedView{Name: strings.Repeat("v", i+1)})
			must(t, err)
		}
		_, err = o.SaveView(ctx, o.cora, dataset.SavedView{Name: "one more"})
		wantCode(t, err, errs.Rule, "rule")
		_, err = o.SaveView(ctx, o.cora, dataset.SavedView{Name: "V"})
		must(t, err)
	})
}
