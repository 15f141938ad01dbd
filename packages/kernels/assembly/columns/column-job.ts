// Reads and writes the slots of a column whose values become bins.

import { ColumnPhase, ColumnSlot } from "../generated/column-layout";

let job: usize = 0;

@inline export function useColumn(at: usize): void { job = at; }
@inline function placeOf(slot: ColumnSlot): usize { return job + <usize>slot; }
@inline export function num(slot: ColumnSlot): f64 { return load<f64>(placeOf(slot)); }
@inline export function int(slot: ColumnSlot): u32 { return <u32><i64>load<f64>(placeOf(slot)); }
@inline export function at(slot: ColumnSlot): usize { return <usize><i64>load<f64>(placeOf(slot)); }
@inline export function put(slot: ColumnSlot, value: f64): void { store<f64>(placeOf(slot), value); }

@inline export function enter(phase: ColumnPhase): void {
  put(ColumnSlot.phase, phase);
  put(ColumnSlot.cursor, 0);
}
