package job_test

import (
	"testing"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
)

func TestRemainingTime(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		state   job.State
		done    int64
		elapsed time.Duration
		want    time.Duration // 0 for none
	}{
		{"a quarter in a minute", job.Running, 250, time.Minute, 3 * time.Minute},
		{"too early to tell", job.Running, 250, time.Second, 0},
		{"too little done", job.Running, 10, time.Minute, 0},
		{"nothing done", job.Running, 0, time.Minute, 0},
		{"waiting", job.Queued, 250, time.Minute, 0},
		{"ended", job.Succeeded, 1000, time.Minute, 0},
	} {
		j := &job.Job{State: c.state, Done: c.done, Total: 1000, StartedAt: &start, UpdatedAt: start.Add(c.elapsed)}
		var got time.Duration
		if v := job.ViewOf(j); v.ETA != nil {
			got = *v.ETA
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestJobVisibility(t *testing.T) {
	for _, c := range []struct {
		name string
		role string
		area auth.Area
		own  bool
		want bool
	}{
		{"an uploader's own", "uploader", auth.AreaHermes, true, true},
		{"an uploader, another's", "uploader", auth.AreaHermes, false, false},
		{"an analyst, another's", "analyst", auth.AreaHermes, false, true},
		{"a cohort contact's own", "sgc-uploader", auth.AreaSGC, true, true},
		{"a cohort contact, another's", "sgc-uploader", auth.AreaSGC, false, false},
		{"a coordinator, another's", "sgc-reviewer", auth.AreaSGC, false, true},
		{"a coordinator in the other area", "sgc-reviewer", auth.AreaHermes, false, false},
		{"a reviewer in the other area", "reviewer", auth.AreaSGC, false, false},
		{"own, but no role there any more", "reviewer", auth.AreaSGC, true, false},
		{"a contributor's own", "contributor", auth.AreaDatasets, true, true},
		{"a contributor, another's", "contributor", auth.AreaDatasets, false, false},
		{"a curator, another's", "curator", auth.AreaDatasets, false, true},
		{"a curator in the other area", "curator", auth.AreaHermes, false, false},
		{"an area whose jobs nobody else sees", "curator", "elsewhere", true, false},
		{"an administrator", auth.RoleAdmin, auth.AreaDatasets, false, true},
		{"nobody in particular", "", auth.AreaHermes, true, false},
		{"an own job of no area", "contributor", job.Own, true, true},
		{"another's job of no area", auth.RoleAdmin, job.Own, false, false},
		{"a job without an area", "reviewer", "", true, false},
	} {
		id := auth.NewIdentity(&auth.User{ID: "me", UserName: "me", Roles: []string{c.role}}, nil)
		j := &job.Job{Area: c.area, OwnerID: "another"}
		if c.own {
			j.OwnerID = "me"
		}
		if got := job.Sees(id, j); got != c.want {
			t.Errorf("%s: seen %v, want %v", c.name, got, c.want)
		}
	}
	for _, area := range []auth.Area{auth.AreaHermes, job.Own} {
		if job.Sees(nil, &job.Job{Area: area}) {
			t.Errorf("a stranger sees a job of %s", area)
		}
	}
}
